--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:function-rollup_usage_days splitStatements:false stripComments:false runOnChange:true
CREATE OR REPLACE FUNCTION queen_proxy.rollup_usage_days(p_through date DEFAULT NULL, p_all boolean DEFAULT true)
RETURNS integer
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  c_most CONSTANT numeric := 9223372036854775807;
  -- least() passes over NULL: no bound, so yesterday
  v_through date := least(p_through, (now() AT TIME ZONE 'UTC')::date - 1);
  v_from date := CASE WHEN p_all IS FALSE THEN v_through - 1 ELSE '-infinity' END;
  v_start timestamptz := v_from::timestamp AT TIME ZONE 'UTC';
  v_end timestamptz := (v_through + 1)::timestamp AT TIME ZONE 'UTC';
  v_cluster_ids uuid[];
  v_late_clusters uuid[] := '{}';
  v_late_days date[] := '{}';
  v_cluster_id uuid;
  v_day date;
  v_written integer;
BEGIN
  -- before any row below them is touched, or a deletion in the same moment and this call stop each other
  SELECT coalesce(array_agg(held.id), '{}') INTO v_cluster_ids FROM (
    SELECT c.id FROM queen_proxy.clusters c
    WHERE EXISTS (SELECT 1 FROM queen_proxy.usage_minutes m WHERE m.cluster_id = c.id AND m.minute >= v_start AND m.minute < v_end)
      OR EXISTS (SELECT 1 FROM queen_proxy.usage_late_days l WHERE l.cluster_id = c.id AND l.day <= v_through)
    ORDER BY c.id FOR KEY SHARE) held;

  -- notes go before the minutes are read, so that minutes which come later leave a note of their own
  FOR v_cluster_id, v_day IN
    SELECT l.cluster_id, l.day FROM queen_proxy.usage_late_days l
    WHERE l.cluster_id = ANY (v_cluster_ids) AND l.day <= v_through
    ORDER BY l.cluster_id, l.day
  LOOP
    DELETE FROM queen_proxy.usage_late_days WHERE cluster_id = v_cluster_id AND day = v_day;
    IF FOUND THEN
      v_late_clusters := v_late_clusters || v_cluster_id;
      v_late_days := v_late_days || v_day;
    END IF;
  END LOOP;

  INSERT INTO queen_proxy.usage_days AS d (cluster_id, day, op_class, reqs, msgs, bytes_in, bytes_out)
  SELECT m.cluster_id, (m.minute AT TIME ZONE 'UTC')::date, m.op_class,
    least(sum(m.reqs), c_most), least(sum(m.msgs), c_most), least(sum(m.bytes_in), c_most), least(sum(m.bytes_out), c_most)
  FROM (
    SELECT * FROM queen_proxy.usage_minutes
    WHERE cluster_id = ANY (v_cluster_ids) AND minute >= v_start AND minute < v_end
    UNION ALL
    SELECT late_minutes.*
    FROM unnest(v_late_clusters, v_late_days) AS late (cluster_id, day)
    JOIN queen_proxy.usage_minutes late_minutes ON late_minutes.cluster_id = late.cluster_id
      AND late_minutes.minute >= late.day::timestamp AT TIME ZONE 'UTC'
      AND late_minutes.minute < (late.day + 1)::timestamp AT TIME ZONE 'UTC'
    WHERE late.day < v_from) m
  GROUP BY 1, 2, 3
  ORDER BY 1, 2, 3
  -- minutes only grow until they are pruned; what a very late flush leaves of a pruned day must not replace its total
  ON CONFLICT (cluster_id, day, op_class) DO UPDATE SET
    reqs = greatest(d.reqs, EXCLUDED.reqs),
    msgs = greatest(d.msgs, EXCLUDED.msgs),
    bytes_in = greatest(d.bytes_in, EXCLUDED.bytes_in),
    bytes_out = greatest(d.bytes_out, EXCLUDED.bytes_out);
  GET DIAGNOSTICS v_written = ROW_COUNT;
  RETURN v_written;
END
$$;
COMMENT ON FUNCTION queen_proxy.rollup_usage_days(date, boolean) IS
  'Sums the minutes of closed UTC days, up to p_through, into usage_days and returns the rows written; recomputes, never adds. p_all false looks at the last two days and at days that gained minutes late (control plane, 13.1).';
