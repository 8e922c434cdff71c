--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:function-bootstrap_tenant splitStatements:false stripComments:false runOnChange:true
CREATE OR REPLACE FUNCTION queen_proxy.bootstrap_tenant(
  p_tenant_slug text, p_tenant_name text, p_cluster_slug text, p_plan_code text, p_cell uuid, p_admin_email text,
  p_password text DEFAULT NULL, p_key_name text DEFAULT 'default')
RETURNS jsonb
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  v_tenant_slug text := lower(btrim(p_tenant_slug) COLLATE "C");
  v_cluster_slug text := lower(btrim(p_cluster_slug) COLLATE "C");
  v_email text := lower(btrim(p_admin_email) COLLATE "C");
  v_key_name text := btrim(p_key_name);
  v_tenant_id uuid;
  v_tenant_status text;
  v_tenant_created boolean := false;
  v_cluster_id uuid;
  v_user_id uuid;
  v_owner_id uuid;
  v_plan_code text;
  v_can_login boolean;
  v_api_key text;
BEGIN
  IF queen_proxy.is_blank(p_tenant_slug) THEN
    RAISE EXCEPTION 'bootstrap_tenant: the tenant''s slug is blank: give 1 to 63 letters, digits or inner hyphens' USING ERRCODE = 'QP400';
  END IF;
  IF queen_proxy.is_blank(p_cluster_slug) THEN
    RAISE EXCEPTION 'bootstrap_tenant: the cluster''s slug is blank: give 1 to 63 letters, digits or inner hyphens' USING ERRCODE = 'QP400';
  END IF;
  IF p_admin_email IS NULL OR position('@' IN p_admin_email) = 0 THEN
    RAISE EXCEPTION 'bootstrap_tenant: % is no e-mail address: it needs an @', queen_proxy.quote_argument(p_admin_email) USING ERRCODE = 'QP400';
  END IF;
  IF p_cell IS NULL THEN
    RAISE EXCEPTION 'bootstrap_tenant: the cell is NULL: a cluster lives on exactly one' USING ERRCODE = 'QP400';
  END IF;
  IF queen_proxy.is_blank(p_key_name) THEN
    RAISE EXCEPTION 'bootstrap_tenant: the key''s name is blank: say what the key is for' USING ERRCODE = 'QP400';
  END IF;
  IF p_password = '' OR octet_length(convert_to(p_password, 'UTF8')) > 72 THEN
    RAISE EXCEPTION 'bootstrap_tenant: the password has % bytes of UTF-8, 1 to 72 are allowed (bcrypt reads no further); NULL means no password',
      octet_length(convert_to(p_password, 'UTF8')) USING ERRCODE = 'QP400';
  END IF;

  -- two runs for one tenant wait for each other here, so that only one of them issues the key
  SELECT id, status INTO v_tenant_id, v_tenant_status FROM queen_proxy.tenants WHERE slug = v_tenant_slug FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    v_tenant_id := queen_proxy.create_tenant(
      v_tenant_slug, CASE WHEN queen_proxy.is_blank(p_tenant_name) THEN v_tenant_slug ELSE btrim(p_tenant_name) END);
    v_tenant_created := true;
  ELSIF v_tenant_status = 'deleting' THEN
    RAISE EXCEPTION 'bootstrap_tenant: tenant % is being deleted: set its status back, or wait until it is gone',
      queen_proxy.quote_argument(v_tenant_slug) USING ERRCODE = 'QP409';
  END IF;

  SELECT id, tenant_id INTO v_cluster_id, v_owner_id FROM queen_proxy.clusters WHERE slug = v_cluster_slug;
  IF NOT FOUND THEN
    v_cluster_id := queen_proxy.create_cluster(v_tenant_id, v_cluster_slug, p_plan_code, p_cell);
  ELSIF v_owner_id <> v_tenant_id THEN
    RAISE EXCEPTION 'bootstrap_tenant: cluster % belongs to another tenant: choose another slug',
      queen_proxy.quote_argument(v_cluster_slug) USING ERRCODE = 'QP409';
  END IF;

  SELECT id, tenant_id INTO v_user_id, v_owner_id FROM queen_proxy.users WHERE email = v_email;
  IF NOT FOUND THEN
    v_user_id := queen_proxy.create_user(v_tenant_id, v_email, public.crypt(p_password, public.gen_salt('bf', 10)), 'local');
  ELSIF v_owner_id <> v_tenant_id THEN
    RAISE EXCEPTION 'bootstrap_tenant: user % belongs to another tenant: choose another address',
      queen_proxy.quote_argument(v_email) USING ERRCODE = 'QP409';
  END IF;

  PERFORM queen_proxy.grant_cluster_role(v_cluster_id, v_email, 'admin');

  v_can_login := EXISTS (SELECT 1 FROM queen_proxy.users WHERE id = v_user_id AND password_hash IS NOT NULL)
    OR EXISTS (SELECT 1 FROM queen_proxy.identities WHERE user_id = v_user_id);
  IF NOT v_can_login THEN
    RAISE WARNING 'bootstrap_tenant: % cannot log in: there is neither a password nor a linked account', queen_proxy.quote_argument(v_email)
      USING HINT = 'Fine where only API keys are used. Otherwise set a password with queen_proxy.set_user_password, or let the person sign in with Google or GitHub.';
  END IF;

  IF NOT EXISTS (
    SELECT 1 FROM queen_proxy.api_keys WHERE cluster_id = v_cluster_id AND name = v_key_name AND revoked_at IS NULL) THEN
    v_api_key := 'qk_live_' || rtrim(translate(encode(public.gen_random_bytes(32), 'base64'), '+/', '-_'), '=');
    PERFORM queen_proxy.issue_api_key(v_cluster_id, v_key_name, encode(sha256(convert_to(v_api_key, 'UTF8')), 'hex'),
      ARRAY['produce', 'consume', 'admin', 'read']);
  END IF;

  SELECT p.code INTO v_plan_code FROM queen_proxy.clusters c JOIN queen_proxy.plans p ON p.id = c.plan_id WHERE c.id = v_cluster_id;
  PERFORM queen_proxy.record_operation(v_tenant_id, v_cluster_id, 'control_plane', v_user_id, 'tenant_bootstrapped', v_tenant_id::text,
    jsonb_build_object('tenant_slug', v_tenant_slug, 'cluster_slug', v_cluster_slug, 'plan_code', v_plan_code, 'admin_email', v_email,
      'key_issued', v_api_key IS NOT NULL, 'password_set', p_password IS NOT NULL, 'can_login', v_can_login));
  IF v_tenant_created THEN
    PERFORM queen_proxy.emit_outbox('tenant_bootstrapped', jsonb_build_object('tenant_id', v_tenant_id, 'tenant_slug', v_tenant_slug,
      'cluster_id', v_cluster_id, 'cluster_slug', v_cluster_slug, 'plan_code', v_plan_code, 'admin_email', v_email));
  END IF;

  RETURN jsonb_build_object('tenant_id', v_tenant_id, 'cluster_id', v_cluster_id, 'user_id', v_user_id, 'api_key', v_api_key,
    'password_set', p_password IS NOT NULL, 'can_login', v_can_login);
END
$$;
COMMENT ON FUNCTION queen_proxy.bootstrap_tenant(text, text, text, text, uuid, text, text, text) IS
  'Takes a customer from nothing to a first call: tenant, cluster, admin and API key, each where it is missing. The key''s plain text is in the answer, once; a run that issues none answers NULL. A tenant that exists keeps its plan, cell and password (control plane, 6.5). Pass the password as a bind parameter: the server may log statements. QP400: blank slugs or key name, e-mail, NULL cell, password empty or over 72 bytes; QP404: unknown plan or cell; QP409: tenant deleting, cluster or user of another tenant; 23505: somebody else was faster; 23514: slug pattern.';
