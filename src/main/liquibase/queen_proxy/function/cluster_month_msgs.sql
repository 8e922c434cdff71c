--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:function-cluster_month_msgs splitStatements:false stripComments:false runOnChange:true
CREATE OR REPLACE FUNCTION queen_proxy.cluster_month_msgs(p_cluster uuid, p_month date)
RETURNS bigint
LANGUAGE plpgsql STABLE
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  v_first date := date_trunc('month', p_month::timestamp)::date;
BEGIN
  IF p_month IS NULL THEN
    RAISE EXCEPTION 'cluster_month_msgs: the month is NULL: pass any day of it' USING ERRCODE = 'QP400';
  END IF;
  RETURN queen_proxy.msgs_between(p_cluster, v_first, (v_first + interval '1 month')::date);
END
$$;
COMMENT ON FUNCTION queen_proxy.cluster_month_msgs(uuid, date) IS
  'Messages of a cluster in the UTC month of this day, all op classes; per day the greater of its roll-up and its minutes, so right before the roll-up, after it and after pruning (control plane, 14.1). 0 for an unknown cluster. QP400: NULL month.';
