--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:function-limit_names splitStatements:false stripComments:false runOnChange:true
CREATE OR REPLACE FUNCTION queen_proxy.limit_names()
RETURNS text[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  RETURN ARRAY['max_req_per_sec', 'req_burst', 'max_msgs_per_sec', 'msgs_burst', 'max_queues', 'max_partitions_per_queue',
    'max_parked_pops', 'max_payload_bytes', 'max_batch_items', 'max_retained_bytes', 'max_retention_seconds', 'monthly_msgs_quota'];
END
$$;
COMMENT ON FUNCTION queen_proxy.limit_names() IS
  'Internal. The twelve limits: columns of plans and keys of clusters.limit_overrides (control plane, 5.1).';
