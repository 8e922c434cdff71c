--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:function-set_cluster_status splitStatements:false stripComments:false runOnChange:true
CREATE OR REPLACE FUNCTION queen_proxy.set_cluster_status(p_cluster_id uuid, p_status text)
RETURNS void
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  v_tenant_id uuid;
  v_was text;
BEGIN
  IF p_status IS NULL OR p_status NOT IN ('active', 'push_blocked', 'suspended', 'deleting') THEN
    RAISE EXCEPTION 'set_cluster_status: status is %, it must be active, push_blocked, suspended or deleting',
      queen_proxy.quote_argument(p_status) USING ERRCODE = 'QP400';
  END IF;
  v_tenant_id := queen_proxy.hold_tenant_of_cluster(p_cluster_id);
  SELECT status INTO v_was FROM queen_proxy.clusters WHERE id = p_cluster_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'set_cluster_status: there is no cluster %', queen_proxy.quote_argument(p_cluster_id::text) USING ERRCODE = 'QP404';
  END IF;

  UPDATE queen_proxy.clusters SET status = p_status WHERE id = p_cluster_id;

  PERFORM queen_proxy.record_operation(v_tenant_id, p_cluster_id, 'control_plane', NULL, 'cluster_status_changed',
    p_cluster_id::text, jsonb_build_object('status', p_status, 'was', v_was));
END
$$;
COMMENT ON FUNCTION queen_proxy.set_cluster_status(uuid, text) IS
  'Sets a cluster''s own status, from any to any (control plane, 6.2 and 8.1). QP400: unknown status; QP404: unknown cluster.';
