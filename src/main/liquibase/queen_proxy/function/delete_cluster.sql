--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:function-delete_cluster splitStatements:false stripComments:false runOnChange:true
CREATE OR REPLACE FUNCTION queen_proxy.delete_cluster(p_cluster_id uuid, p_force boolean DEFAULT false)
RETURNS jsonb
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  c_forced CONSTANT boolean := coalesce(p_force, false);
  v_cluster queen_proxy.clusters;
  v_captured jsonb;
  v_counts jsonb;
  v_event jsonb;
  v_count integer;
BEGIN
  IF p_cluster_id IS NULL THEN
    RAISE EXCEPTION 'delete_cluster: the cluster id is NULL: name the cluster' USING ERRCODE = 'QP400';
  END IF;
  PERFORM queen_proxy.hold_tenant_of_cluster(p_cluster_id);
  SELECT * INTO v_cluster FROM queen_proxy.clusters WHERE id = p_cluster_id FOR UPDATE;
  IF NOT FOUND THEN
    RETURN jsonb_build_object('deleted', false, 'existed', false, 'cluster_id', p_cluster_id);
  END IF;
  IF v_cluster.status <> 'deleting' AND NOT c_forced THEN
    RAISE EXCEPTION 'delete_cluster: cluster % is %: set its status to deleting and purge its data from the broker first, or pass p_force',
      queen_proxy.quote_argument(p_cluster_id::text), v_cluster.status USING ERRCODE = 'QP409';
  END IF;

  v_captured := jsonb_build_object('cluster_id', v_cluster.id, 'slug', v_cluster.slug, 'cell_id', v_cluster.cell_id,
    'broker_tenant_uuid', v_cluster.broker_tenant_uuid);
  v_counts := jsonb_build_object(
    'cluster_roles', (SELECT count(*) FROM queen_proxy.cluster_roles WHERE cluster_id = p_cluster_id),
    'queues', (SELECT count(*) FROM queen_proxy.queues WHERE cluster_id = p_cluster_id),
    'api_keys', (SELECT count(*) FROM queen_proxy.api_keys WHERE cluster_id = p_cluster_id));

  -- by id, as whoever marks keys as used should lock them
  PERFORM 1 FROM queen_proxy.api_keys WHERE cluster_id = p_cluster_id ORDER BY id FOR UPDATE;
  UPDATE queen_proxy.api_keys SET revoked_at = now() WHERE cluster_id = p_cluster_id AND revoked_at IS NULL;
  GET DIAGNOSTICS v_count = ROW_COUNT;

  v_event := v_captured || jsonb_build_object('tenant_id', v_cluster.tenant_id, 'status_was', v_cluster.status, 'forced', c_forced,
    'counts', v_counts || jsonb_build_object('api_keys_revoked', v_count),
    'usage', queen_proxy.usage_bill(ARRAY[p_cluster_id]));
  PERFORM queen_proxy.emit_outbox('cluster_deleted', v_event || jsonb_build_object('at', queen_proxy.utc_text(now())));
  PERFORM queen_proxy.record_operation(
    v_cluster.tenant_id, NULL, 'control_plane', NULL, 'cluster_deleted', p_cluster_id::text, v_captured);

  DELETE FROM queen_proxy.clusters WHERE id = p_cluster_id;
  PERFORM pg_notify('queen_proxy_inval', p_cluster_id::text);

  RETURN jsonb_build_object('deleted', true, 'existed', true) || v_event;
END
$$;
COMMENT ON FUNCTION queen_proxy.delete_cluster(uuid, boolean) IS
  'Removes one cluster and all that is below it; the outbox event and the answer name the broker tenant to purge. The tenant''s older audit rows stay. An unknown cluster is no error (control plane, 6.7). QP400: NULL id; QP409: its own status is not deleting and not forced.';
