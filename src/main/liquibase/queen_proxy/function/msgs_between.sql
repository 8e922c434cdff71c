--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:function-msgs_between splitStatements:false stripComments:false runOnChange:true
CREATE OR REPLACE FUNCTION queen_proxy.msgs_between(p_cluster uuid, p_from date, p_before date)
RETURNS bigint
LANGUAGE plpgsql STABLE
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  c_most CONSTANT numeric := 9223372036854775807;
  v_msgs numeric;
BEGIN
  SELECT sum(greatest(by_day.msgs, by_minute.msgs)) INTO v_msgs
  FROM (
    SELECT d.day, sum(d.msgs) AS msgs FROM queen_proxy.usage_days d
    WHERE d.cluster_id = p_cluster AND d.day >= p_from AND d.day < p_before
    GROUP BY d.day) by_day
  FULL JOIN (
    SELECT (m.minute AT TIME ZONE 'UTC')::date AS day, sum(m.msgs) AS msgs FROM queen_proxy.usage_minutes m
    WHERE m.cluster_id = p_cluster
      AND m.minute >= p_from::timestamp AT TIME ZONE 'UTC' AND m.minute < p_before::timestamp AT TIME ZONE 'UTC'
    GROUP BY 1) by_minute ON by_minute.day = by_day.day;
  RETURN least(coalesce(v_msgs, 0), c_most);
END
$$;
COMMENT ON FUNCTION queen_proxy.msgs_between(uuid, date, date) IS
  'Internal. Messages of a cluster on the UTC days from p_from on and before p_before, all op classes; per day the greater of its roll-up and its minutes, so right before the roll-up, after it and after pruning (control plane, 14.1). 0 for an unknown cluster.';
