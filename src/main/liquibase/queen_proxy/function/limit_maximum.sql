--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:function-limit_maximum splitStatements:false stripComments:false runOnChange:true
CREATE OR REPLACE FUNCTION queen_proxy.limit_maximum(p_name text)
RETURNS bigint
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  RETURN CASE
    WHEN p_name IN ('max_retained_bytes', 'monthly_msgs_quota') THEN 9223372036854775807
    WHEN p_name IN ('max_req_per_sec', 'req_burst', 'max_msgs_per_sec', 'msgs_burst', 'max_queues',
      'max_partitions_per_queue', 'max_parked_pops', 'max_payload_bytes', 'max_batch_items', 'max_retention_seconds')
      THEN 2147483647
  END;
END
$$;
COMMENT ON FUNCTION queen_proxy.limit_maximum(text) IS
  'Internal. The largest value of a limit column of plans; NULL when the name is none of the twelve (control plane, 5.1).';
