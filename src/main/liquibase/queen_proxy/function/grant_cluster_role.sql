--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:function-grant_cluster_role splitStatements:false stripComments:false runOnChange:true
CREATE OR REPLACE FUNCTION queen_proxy.grant_cluster_role(p_cluster uuid, p_email text, p_role text)
RETURNS void
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  v_email text := lower(btrim(p_email) COLLATE "C");
  v_tenant_id uuid;
  v_user_id uuid;
  v_user_tenant_id uuid;
BEGIN
  IF p_role IS NULL OR p_role NOT IN ('admin', 'producer', 'consumer', 'viewer') THEN
    RAISE EXCEPTION 'grant_cluster_role: role is %, it must be admin, producer, consumer or viewer',
      queen_proxy.quote_argument(p_role) USING ERRCODE = 'QP400';
  END IF;
  IF p_email IS NULL OR position('@' IN p_email) = 0 THEN
    RAISE EXCEPTION 'grant_cluster_role: % is no e-mail address: it needs an @', queen_proxy.quote_argument(p_email) USING ERRCODE = 'QP400';
  END IF;
  v_tenant_id := queen_proxy.hold_tenant_of_cluster(p_cluster);
  PERFORM 1 FROM queen_proxy.clusters WHERE id = p_cluster FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'grant_cluster_role: there is no cluster %', queen_proxy.quote_argument(p_cluster::text) USING ERRCODE = 'QP404';
  END IF;
  SELECT id, tenant_id INTO v_user_id, v_user_tenant_id FROM queen_proxy.users WHERE email = v_email FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'grant_cluster_role: there is no user %', queen_proxy.quote_argument(v_email) USING ERRCODE = 'QP404';
  END IF;
  -- a boundary of security: the row would seat one customer on another's cluster
  IF v_user_tenant_id <> v_tenant_id THEN
    RAISE EXCEPTION 'grant_cluster_role: user % belongs to another tenant than cluster %: roles are given inside one tenant',
      queen_proxy.quote_argument(v_email), queen_proxy.quote_argument(p_cluster::text) USING ERRCODE = 'QP409';
  END IF;

  INSERT INTO queen_proxy.cluster_roles (user_id, cluster_id, role) VALUES (v_user_id, p_cluster, p_role)
  ON CONFLICT (user_id, cluster_id) DO UPDATE SET role = EXCLUDED.role;

  PERFORM queen_proxy.record_operation(v_tenant_id, p_cluster, 'control_plane', v_user_id, 'cluster_role_granted',
    p_cluster::text, jsonb_build_object('email', v_email, 'role', p_role));
END
$$;
COMMENT ON FUNCTION queen_proxy.grant_cluster_role(uuid, text, text) IS
  'Gives a user a role on a cluster of the same tenant, in place of the one held before (control plane, 6.3). QP400: role (looked at first), e-mail; QP404: unknown cluster or user; QP409: user of another tenant.';
