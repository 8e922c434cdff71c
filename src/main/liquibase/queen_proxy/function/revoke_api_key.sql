--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:function-revoke_api_key splitStatements:false stripComments:false runOnChange:true
CREATE OR REPLACE FUNCTION queen_proxy.revoke_api_key(p_key_id uuid)
RETURNS void
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  v_cluster_id uuid;
  v_tenant_id uuid;
BEGIN
  SELECT cluster_id INTO v_cluster_id FROM queen_proxy.api_keys WHERE id = p_key_id;
  v_tenant_id := queen_proxy.hold_tenant_of_cluster(v_cluster_id);
  PERFORM 1 FROM queen_proxy.clusters WHERE id = v_cluster_id FOR KEY SHARE;

  -- of two calls at once the second waits here for the row, and then finds it revoked
  UPDATE queen_proxy.api_keys SET revoked_at = now() WHERE id = p_key_id AND revoked_at IS NULL;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'revoke_api_key: there is no key %, or it is revoked already', queen_proxy.quote_argument(p_key_id::text)
      USING ERRCODE = 'QP404';
  END IF;

  PERFORM queen_proxy.record_operation(v_tenant_id, v_cluster_id, 'control_plane', NULL, 'api_key_revoked', p_key_id::text, NULL);
END
$$;
COMMENT ON FUNCTION queen_proxy.revoke_api_key(uuid) IS
  'Ends a key for good. Looks it up among all clusters: a caller that speaks for one cluster checks first that the key is its own (control plane, 6.4). QP404: unknown or already revoked.';
