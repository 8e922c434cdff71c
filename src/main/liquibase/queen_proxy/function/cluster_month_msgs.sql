--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:function-cluster_month_msgs splitStatements:false stripComments:false runOnChange:true
CREATE OR REPLACE FUNCTION queen_proxy.cluster_month_msgs(p_cluster uuid, p_month date)
RETURNS bigint
LANGUAGE plpgsql STABLE
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  c_most CONSTANT numeric := 9223372036854775807;
  v_first date := date_trunc('month', p_month::timestamp)::date;
  v_next date := (date_trunc('month', p_month::timestamp) + interval '1 month')::date;
  v_msgs numeric;
BEGIN
  IF p_month IS NULL THEN
    RAISE EXCEPTION 'cluster_month_msgs: the month is NULL: pass any day of it' USING ERRCODE = 'QP400';
  END IF;
  SELECT sum(greatest(by_day.msgs, by_minute.msgs)) INTO v_msgs
  FROM (
    SELECT d.day, sum(d.msgs) AS msgs FROM queen_proxy.usage_days d
    WHERE d.cluster_id = p_cluster AND d.day >= v_first AND d.day < v_next
    GROUP BY d.day) by_day
  FULL JOIN (
    SELECT (m.minute AT TIME ZONE 'UTC')::date AS day, sum(m.msgs) AS msgs FROM queen_proxy.usage_minutes m
    WHERE m.cluster_id = p_cluster
      AND m.minute >= v_first::timestamp AT TIME ZONE 'UTC' AND m.minute < v_next::timestamp AT TIME ZONE 'UTC'
    GROUP BY 1) by_minute ON by_minute.day = by_day.day;
  RETURN least(coalesce(v_msgs, 0), c_most);
END
$$;
COMMENT ON FUNCTION queen_proxy.cluster_month_msgs(uuid, date) IS
  'Messages of a cluster in the UTC month of this day, all op classes; per day the greater of its roll-up and its minutes, so right before the roll-up, after it and after pruning (control plane, 14.1). 0 for an unknown cluster. QP400: NULL month.';
