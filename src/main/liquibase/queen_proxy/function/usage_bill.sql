--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:function-usage_bill splitStatements:false stripComments:false runOnChange:true
CREATE OR REPLACE FUNCTION queen_proxy.usage_bill(p_cluster_ids uuid[])
RETURNS jsonb
LANGUAGE plpgsql STABLE
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  c_most CONSTANT numeric := 9223372036854775807;
  v_first date := (date_trunc('month', now() AT TIME ZONE 'UTC') - interval '1 month')::date;
  v_next date := (date_trunc('month', now() AT TIME ZONE 'UTC') + interval '1 month')::date;
BEGIN
  RETURN (
    SELECT coalesce(jsonb_agg(jsonb_build_object('cluster_id', bill.cluster_id, 'month', bill.month, 'reqs', bill.reqs,
      'msgs', bill.msgs, 'bytes_in', bill.bytes_in, 'bytes_out', bill.bytes_out) ORDER BY bill.cluster_id, bill.month), '[]')
    FROM (
      SELECT cluster_id, to_char(day::timestamp, 'YYYY-MM') AS month,
        least(sum(greatest(d.reqs, m.reqs)), c_most) AS reqs, least(sum(greatest(d.msgs, m.msgs)), c_most) AS msgs,
        least(sum(greatest(d.bytes_in, m.bytes_in)), c_most) AS bytes_in,
        least(sum(greatest(d.bytes_out, m.bytes_out)), c_most) AS bytes_out
      FROM (
        SELECT cluster_id, day, sum(reqs) AS reqs, sum(msgs) AS msgs, sum(bytes_in) AS bytes_in, sum(bytes_out) AS bytes_out
        FROM queen_proxy.usage_days
        WHERE cluster_id = ANY (p_cluster_ids) AND day >= v_first AND day < v_next
        GROUP BY cluster_id, day) d
      FULL JOIN (
        SELECT cluster_id, (minute AT TIME ZONE 'UTC')::date AS day,
          sum(reqs) AS reqs, sum(msgs) AS msgs, sum(bytes_in) AS bytes_in, sum(bytes_out) AS bytes_out
        FROM queen_proxy.usage_minutes
        WHERE cluster_id = ANY (p_cluster_ids)
          AND minute >= v_first::timestamp AT TIME ZONE 'UTC' AND minute < v_next::timestamp AT TIME ZONE 'UTC'
        GROUP BY 1, 2) m USING (cluster_id, day)
      GROUP BY 1, 2) bill
    WHERE bill.reqs > 0 OR bill.msgs > 0 OR bill.bytes_in > 0 OR bill.bytes_out > 0);
END
$$;
COMMENT ON FUNCTION queen_proxy.usage_bill(uuid[]) IS
  'Internal. The last bill of clusters that are about to go: their sums of this and the previous UTC month, counted as cluster_month_msgs counts; an empty array when nothing was used (control plane, 6.7).';
