--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:function-prune_outbox splitStatements:false stripComments:false runOnChange:true
CREATE OR REPLACE FUNCTION queen_proxy.prune_outbox(p_keep_days integer DEFAULT 90)
RETURNS integer
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  v_deleted integer;
BEGIN
  IF p_keep_days IS NULL OR p_keep_days < 1 THEN
    RAISE EXCEPTION 'prune_outbox: the days to keep are %, at least 1 is needed', queen_proxy.quote_argument(p_keep_days::text)
      USING ERRCODE = 'QP400';
  END IF;
  -- shared with delete_tenant: both would lock many events in an order nobody chose
  PERFORM pg_advisory_xact_lock(hashtext('queen_proxy_outbox_rows'));
  DELETE FROM queen_proxy.outbox WHERE consumed_at < now() - make_interval(days => least(p_keep_days, 1000000));
  GET DIAGNOSTICS v_deleted = ROW_COUNT;
  RETURN v_deleted;
END
$$;
COMMENT ON FUNCTION queen_proxy.prune_outbox(integer) IS
  'Deletes events consumed more than this many days ago and returns their number; never one that nobody has consumed (control plane, 6.6). QP400: NULL or under 1.';
