--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:function-revoke_cluster_role splitStatements:false stripComments:false runOnChange:true
CREATE OR REPLACE FUNCTION queen_proxy.revoke_cluster_role(p_cluster uuid, p_email text)
RETURNS void
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  v_email text := lower(btrim(p_email) COLLATE "C");
  v_tenant_id uuid;
  v_user_id uuid;
  v_role text;
BEGIN
  IF p_email IS NULL OR position('@' IN p_email) = 0 THEN
    RAISE EXCEPTION 'revoke_cluster_role: % is no e-mail address: it needs an @', queen_proxy.quote_argument(p_email) USING ERRCODE = 'QP400';
  END IF;
  v_tenant_id := queen_proxy.hold_tenant_of_cluster(p_cluster);
  PERFORM 1 FROM queen_proxy.clusters WHERE id = p_cluster FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'revoke_cluster_role: there is no cluster %', queen_proxy.quote_argument(p_cluster::text) USING ERRCODE = 'QP404';
  END IF;
  SELECT id INTO v_user_id FROM queen_proxy.users WHERE email = v_email FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'revoke_cluster_role: there is no user %', queen_proxy.quote_argument(v_email) USING ERRCODE = 'QP404';
  END IF;

  DELETE FROM queen_proxy.cluster_roles WHERE user_id = v_user_id AND cluster_id = p_cluster RETURNING role INTO v_role;
  -- a mistyped address must not look like success
  IF NOT FOUND THEN
    RAISE EXCEPTION 'revoke_cluster_role: user % holds no role on cluster %',
      queen_proxy.quote_argument(v_email), queen_proxy.quote_argument(p_cluster::text) USING ERRCODE = 'QP404';
  END IF;

  PERFORM queen_proxy.record_operation(v_tenant_id, p_cluster, 'control_plane', v_user_id, 'cluster_role_revoked',
    p_cluster::text, jsonb_build_object('email', v_email, 'role', v_role));
END
$$;
COMMENT ON FUNCTION queen_proxy.revoke_cluster_role(uuid, text) IS
  'Takes a user''s role on a cluster; the rule of the last admin is the caller''s (control plane, 6.3). QP400: e-mail; QP404: unknown cluster, unknown user, no role to take.';
