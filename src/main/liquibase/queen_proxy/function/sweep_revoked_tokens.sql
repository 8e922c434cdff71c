--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:function-sweep_revoked_tokens splitStatements:false stripComments:false runOnChange:true
CREATE OR REPLACE FUNCTION queen_proxy.sweep_revoked_tokens()
RETURNS integer
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  v_deleted integer;
BEGIN
  -- two sweeps at once would lock the same rows in an order nobody chose
  PERFORM pg_advisory_xact_lock(hashtext('queen_proxy_sweep_tokens'));
  DELETE FROM queen_proxy.revoked_tokens WHERE expires_at <= now();
  GET DIAGNOSTICS v_deleted = ROW_COUNT;
  RETURN v_deleted;
END
$$;
COMMENT ON FUNCTION queen_proxy.sweep_revoked_tokens() IS
  'Forgets denied tokens that have expired by themselves and returns their number (control plane, 6.3).';
