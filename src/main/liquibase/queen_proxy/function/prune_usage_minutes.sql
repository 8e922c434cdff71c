--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:function-prune_usage_minutes splitStatements:false stripComments:false runOnChange:true
CREATE OR REPLACE FUNCTION queen_proxy.prune_usage_minutes(p_keep_days integer DEFAULT 90)
RETURNS integer
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  c_most CONSTANT numeric := 9223372036854775807;
  -- dates end some 2 460 000 days before today
  v_keep_days integer := least(p_keep_days, 1000000);
  v_cutoff timestamptz := ((now() AT TIME ZONE 'UTC')::date - v_keep_days)::timestamp AT TIME ZONE 'UTC';
  v_cluster_ids uuid[];
  v_deleted integer;
BEGIN
  IF p_keep_days IS NULL OR p_keep_days < 1 THEN
    RAISE EXCEPTION 'prune_usage_minutes: the days to keep are %, at least 1 is needed', queen_proxy.quote_argument(p_keep_days::text)
      USING ERRCODE = 'QP400';
  END IF;

  SELECT coalesce(array_agg(held.id), '{}') INTO v_cluster_ids FROM (
    SELECT c.id FROM queen_proxy.clusters c
    WHERE EXISTS (SELECT 1 FROM queen_proxy.usage_minutes m WHERE m.cluster_id = c.id AND m.minute < v_cutoff)
    ORDER BY c.id FOR KEY SHARE) held;

  -- the sums are taken of locked rows: a minute that grows in this moment is compared as it is, not as it was
  WITH locked AS (
    SELECT m.*, (m.minute AT TIME ZONE 'UTC')::date AS day FROM queen_proxy.usage_minutes m
    WHERE m.cluster_id = ANY (v_cluster_ids) AND m.minute < v_cutoff
    ORDER BY m.cluster_id, m.minute, m.op_class FOR UPDATE
  ), covered AS (
    SELECT l.cluster_id, l.day, l.op_class
    FROM (
      SELECT cluster_id, day, op_class,
        least(sum(reqs), c_most) AS reqs, least(sum(msgs), c_most) AS msgs,
        least(sum(bytes_in), c_most) AS bytes_in, least(sum(bytes_out), c_most) AS bytes_out
      FROM locked GROUP BY cluster_id, day, op_class) l
    JOIN queen_proxy.usage_days d ON d.cluster_id = l.cluster_id AND d.day = l.day AND d.op_class = l.op_class
    WHERE d.reqs >= l.reqs AND d.msgs >= l.msgs AND d.bytes_in >= l.bytes_in AND d.bytes_out >= l.bytes_out
  )
  DELETE FROM queen_proxy.usage_minutes m
  USING locked l JOIN covered c ON c.cluster_id = l.cluster_id AND c.day = l.day AND c.op_class = l.op_class
  WHERE m.cluster_id = l.cluster_id AND m.minute = l.minute AND m.op_class = l.op_class;
  GET DIAGNOSTICS v_deleted = ROW_COUNT;

  -- two prunes at once would lock the same rows in an order nobody chose
  PERFORM pg_advisory_xact_lock(hashtext('queen_proxy_prune_batches'));
  DELETE FROM queen_proxy.usage_batches WHERE applied_at < now() - make_interval(days => greatest(v_keep_days, 30));
  RETURN v_deleted;
END
$$;
COMMENT ON FUNCTION queen_proxy.prune_usage_minutes(integer) IS
  'Deletes minutes older than this many UTC days whose day holds at least their sum in every counter, and returns their number; a day not rolled up, or grown since, is kept. Also forgets flush ids older than that, 30 days at the least (control plane, 13.2). QP400: NULL or under 1.';
