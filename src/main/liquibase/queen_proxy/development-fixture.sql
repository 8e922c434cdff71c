-- Something to develop against (control plane, 19): tenant and cluster `dev`, a login and a key everybody knows.
-- No migration. It may be repeated: what is there stays, only the cell's address follows its setting.
--
--   user  dev@localhost, password devpass, admin of the cluster
--   key   qk_dev_devdevdevdevdevdevdevdevdevdevdevdevdev, all scopes
--
-- Settings, each with its default; set them in the same session before the script:
--   SET queen_proxy.fixture_base_url = 'http://127.0.0.1:6710';  -- the broker, as the proxy reaches it
--   SET queen_proxy.fixture_cell = 'local';                      -- its slug, as QUEEN_PROXY_CELL has it
--   SET queen_proxy.fixture_region = 'local';
--   SET queen_proxy.fixture_force = 'true';                      -- also on a server that is not on this machine

DO $$
DECLARE
  c_email CONSTANT text := 'dev@localhost';
  c_key_hash CONSTANT text := 'a492a78dbb0a44288f1ff363823b58f4e6fad1367018104e07f7dc118eee781b';
  v_base_url text := coalesce(nullif(current_setting('queen_proxy.fixture_base_url', true), ''), 'http://127.0.0.1:6710');
  v_cell text := coalesce(nullif(current_setting('queen_proxy.fixture_cell', true), ''), 'local');
  v_region text := coalesce(nullif(current_setting('queen_proxy.fixture_region', true), ''), 'local');
  v_address inet := inet_server_addr();
  v_cell_id uuid;
  v_tenant_id uuid;
  v_cluster_id uuid;
BEGIN
  -- a known password and a known key on a server that others reach would be an open door; NULL is a Unix socket
  IF NOT coalesce(v_address <<= '127.0.0.0/8' OR v_address = '::1', true)
    AND coalesce(current_setting('queen_proxy.fixture_force', true), '') <> 'true' THEN
    RAISE EXCEPTION 'development fixture: the server is %, not on this machine, and the fixture''s password and key are public: SET queen_proxy.fixture_force = ''true'' if that is meant', host(v_address);
  END IF;

  INSERT INTO queen_proxy.cells (slug, region, base_url, class) VALUES (v_cell, v_region, v_base_url, 'shared')
  ON CONFLICT (slug) DO UPDATE SET region = EXCLUDED.region, base_url = EXCLUDED.base_url
  RETURNING id INTO v_cell_id;

  SELECT id INTO v_tenant_id FROM queen_proxy.tenants WHERE slug = 'dev';
  IF NOT FOUND THEN
    v_tenant_id := queen_proxy.create_tenant('dev', 'Dev Tenant');
  END IF;
  SELECT id INTO v_cluster_id FROM queen_proxy.clusters WHERE slug = 'dev';
  IF NOT FOUND THEN
    v_cluster_id := queen_proxy.create_cluster(v_tenant_id, 'dev', 'free', v_cell_id);
  END IF;
  IF NOT EXISTS (SELECT 1 FROM queen_proxy.users WHERE email = c_email) THEN
    PERFORM queen_proxy.create_user(v_tenant_id, c_email, public.crypt('devpass', public.gen_salt('bf', 10)), 'local');
  END IF;
  IF NOT EXISTS (
    SELECT 1 FROM queen_proxy.cluster_roles r JOIN queen_proxy.users u ON u.id = r.user_id
    WHERE u.email = c_email AND r.cluster_id = v_cluster_id AND r.role = 'admin') THEN
    PERFORM queen_proxy.grant_cluster_role(v_cluster_id, c_email, 'admin');
  END IF;
  IF NOT EXISTS (SELECT 1 FROM queen_proxy.api_keys WHERE key_hash = c_key_hash) THEN
    PERFORM queen_proxy.issue_api_key(v_cluster_id, 'dev', c_key_hash, ARRAY['produce', 'consume', 'admin', 'read']);
  END IF;
END
$$;
