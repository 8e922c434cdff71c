--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:function-record_usage splitStatements:false stripComments:false runOnChange:true
CREATE OR REPLACE FUNCTION queen_proxy.record_usage(p_batch_id uuid, p_rows jsonb)
RETURNS jsonb
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  c_most CONSTANT numeric := 9223372036854775807;
  c_yesterday CONSTANT date := (now() AT TIME ZONE 'UTC')::date - 1;
  v_at bigint;
  v_problem text;
  v_cluster_ids uuid[];
  v_cluster_id uuid;
  v_day date;
  v_stored integer;
BEGIN
  IF p_batch_id IS NULL THEN
    RAISE EXCEPTION 'record_usage: the batch id is NULL: without it a repeated flush would count twice' USING ERRCODE = 'QP400';
  END IF;
  IF p_rows IS NULL OR jsonb_typeof(p_rows) <> 'array' THEN
    RAISE EXCEPTION 'record_usage: the rows are %, they must be a JSON array',
      CASE WHEN p_rows IS NULL THEN 'NULL' ELSE 'of type ' || jsonb_typeof(p_rows) END USING ERRCODE = 'QP400';
  END IF;
  IF jsonb_array_length(p_rows) > 5000 THEN
    RAISE EXCEPTION 'record_usage: the batch has % rows, 5000 are allowed: split it into batches with ids of their own',
      jsonb_array_length(p_rows) USING ERRCODE = 'QP400';
  END IF;
  SELECT r.at, queen_proxy.usage_row_problem(r.value) INTO v_at, v_problem
  FROM jsonb_array_elements(p_rows) WITH ORDINALITY AS r (value, at)
  WHERE queen_proxy.usage_row_problem(r.value) IS NOT NULL
  ORDER BY r.at LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'record_usage: row % %', v_at, v_problem USING ERRCODE = 'QP400';
  END IF;

  INSERT INTO queen_proxy.usage_batches (batch_id) VALUES (p_batch_id) ON CONFLICT (batch_id) DO NOTHING;
  IF NOT FOUND THEN
    RETURN jsonb_build_object('applied', false, 'stored', 0, 'dropped', 0);
  END IF;

  -- a cluster that is deleted in this moment waits for us, or is gone and its rows are dropped: either way the
  -- other tenants' rows are stored
  SELECT coalesce(array_agg(held.id), '{}') INTO v_cluster_ids FROM (
    SELECT c.id FROM queen_proxy.clusters c
    WHERE c.id IN (SELECT (r ->> 'cluster_id')::uuid FROM jsonb_array_elements(p_rows) r)
    ORDER BY c.id FOR KEY SHARE) held;

  INSERT INTO queen_proxy.usage_minutes AS u (cluster_id, minute, op_class, reqs, msgs, bytes_in, bytes_out)
  SELECT r.cluster_id, to_timestamp(r.minute * 60), r.op,
    least(sum(r.reqs), c_most), least(sum(r.msgs), c_most), least(sum(r.bytes_in), c_most), least(sum(r.bytes_out), c_most)
  FROM jsonb_to_recordset(p_rows)
    AS r (cluster_id uuid, minute numeric, op text, reqs numeric, msgs numeric, bytes_in numeric, bytes_out numeric)
  WHERE r.cluster_id = ANY (v_cluster_ids)
  GROUP BY 1, 2, 3
  ORDER BY 1, 2, 3
  ON CONFLICT (cluster_id, minute, op_class) DO UPDATE SET
    reqs = least(u.reqs::numeric + EXCLUDED.reqs, c_most),
    msgs = least(u.msgs::numeric + EXCLUDED.msgs, c_most),
    bytes_in = least(u.bytes_in::numeric + EXCLUDED.bytes_in, c_most),
    bytes_out = least(u.bytes_out::numeric + EXCLUDED.bytes_out, c_most);

  SELECT count(*) INTO v_stored FROM jsonb_array_elements(p_rows) r WHERE (r ->> 'cluster_id')::uuid = ANY (v_cluster_ids);

  FOR v_cluster_id, v_day IN
    SELECT DISTINCT (r ->> 'cluster_id')::uuid, (to_timestamp((r ->> 'minute')::numeric * 60) AT TIME ZONE 'UTC')::date
    FROM jsonb_array_elements(p_rows) r
    WHERE (r ->> 'cluster_id')::uuid = ANY (v_cluster_ids)
      AND (to_timestamp((r ->> 'minute')::numeric * 60) AT TIME ZONE 'UTC')::date < c_yesterday
    ORDER BY 1, 2
  LOOP
    -- the note is written anew even where it stands: a roll-up that has not seen these minutes may be about to
    -- remove the old one
    LOOP
      DELETE FROM queen_proxy.usage_late_days WHERE cluster_id = v_cluster_id AND day = v_day;
      INSERT INTO queen_proxy.usage_late_days (cluster_id, day) VALUES (v_cluster_id, v_day) ON CONFLICT DO NOTHING;
      EXIT WHEN FOUND;
    END LOOP;
  END LOOP;

  RETURN jsonb_build_object('applied', true, 'stored', v_stored, 'dropped', jsonb_array_length(p_rows) - v_stored);
END
$$;
COMMENT ON FUNCTION queen_proxy.record_usage(uuid, jsonb) IS
  'Adds one flush of metered use to usage_minutes, once however often it is repeated, and answers {applied, stored, dropped}; rows of clusters that are gone are dropped (control plane, 6.6 and 11.4). QP400, nothing stored: NULL batch id, rows no array or over 5000, a row that is not usage (the message says which).';
