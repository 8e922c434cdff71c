--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:function-provision_oauth_user splitStatements:false stripComments:false runOnChange:true
CREATE OR REPLACE FUNCTION queen_proxy.provision_oauth_user(
  p_tenant_slug text, p_email text, p_provider text, p_provider_id text, p_role text)
RETURNS jsonb
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  v_slug text := lower(btrim(p_tenant_slug) COLLATE "C");
  v_email text := lower(btrim(p_email) COLLATE "C");
  v_tenant_id uuid;
  v_tenant_status text;
  v_cluster_ids uuid[];
  v_user_id uuid;
BEGIN
  IF p_email IS NULL OR position('@' IN p_email) = 0 THEN
    RAISE EXCEPTION 'provision_oauth_user: % is no e-mail address: it needs an @', queen_proxy.quote_argument(p_email) USING ERRCODE = 'QP400';
  END IF;
  IF p_provider IS NULL OR p_provider NOT IN ('google', 'github') THEN
    RAISE EXCEPTION 'provision_oauth_user: provider is %, it must be google or github',
      queen_proxy.quote_argument(p_provider) USING ERRCODE = 'QP400';
  END IF;
  IF queen_proxy.is_blank(p_provider_id) THEN
    RAISE EXCEPTION 'provision_oauth_user: the provider''s id is blank: without it no account is named' USING ERRCODE = 'QP400';
  END IF;
  IF p_role IS NULL OR p_role NOT IN ('admin', 'producer', 'consumer', 'viewer') THEN
    RAISE EXCEPTION 'provision_oauth_user: role is %, it must be admin, producer, consumer or viewer',
      queen_proxy.quote_argument(p_role) USING ERRCODE = 'QP400';
  END IF;
  SELECT id, status INTO v_tenant_id, v_tenant_status FROM queen_proxy.tenants WHERE slug = v_slug FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'provision_oauth_user: there is no tenant %', queen_proxy.quote_argument(p_tenant_slug) USING ERRCODE = 'QP404';
  END IF;
  IF v_tenant_status IN ('suspended', 'deleting') THEN
    RAISE EXCEPTION 'provision_oauth_user: tenant % is %: nobody joins it', queen_proxy.quote_argument(v_slug), v_tenant_status
      USING ERRCODE = 'QP409';
  END IF;
  SELECT array_agg(held.id) INTO v_cluster_ids FROM (
    SELECT id FROM queen_proxy.clusters WHERE tenant_id = v_tenant_id AND status <> 'deleting' ORDER BY id FOR KEY SHARE) held;

  INSERT INTO queen_proxy.users (tenant_id, email) VALUES (v_tenant_id, v_email) RETURNING id INTO v_user_id;
  INSERT INTO queen_proxy.identities (user_id, provider, provider_id, email, verified)
  VALUES (v_user_id, p_provider, p_provider_id, v_email, true);
  INSERT INTO queen_proxy.cluster_roles (user_id, cluster_id, role) SELECT v_user_id, unnest(v_cluster_ids), p_role;

  PERFORM queen_proxy.record_operation(v_tenant_id, NULL, 'user', v_user_id, 'signup', v_user_id::text,
    jsonb_build_object('provider', p_provider, 'email', v_email));
  RETURN jsonb_build_object('user_id', v_user_id, 'tenant_id', v_tenant_id,
    'clusters_granted', coalesce(array_length(v_cluster_ids, 1), 0));
END
$$;
COMMENT ON FUNCTION queen_proxy.provision_oauth_user(text, text, text, text, text) IS
  'Signs up a person known by an outside account: user, verified identity and a role on every cluster of the tenant that is not being deleted (control plane, 6.3). QP400: e-mail, provider, blank provider id, role; QP404: unknown tenant; QP409: tenant suspended or deleting; 23505: e-mail or identity taken.';
