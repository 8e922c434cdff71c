--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:function-delete_tenant splitStatements:false stripComments:false runOnChange:true
CREATE OR REPLACE FUNCTION queen_proxy.delete_tenant(p_tenant_id uuid, p_force boolean DEFAULT false)
RETURNS jsonb
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  c_forced CONSTANT boolean := coalesce(p_force, false);
  v_tenant queen_proxy.tenants;
  v_cluster_ids uuid[];
  v_clusters jsonb;
  v_counts jsonb;
  v_usage jsonb;
  v_count integer;
BEGIN
  IF p_tenant_id IS NULL THEN
    RAISE EXCEPTION 'delete_tenant: the tenant id is NULL: name the tenant' USING ERRCODE = 'QP400';
  END IF;
  SELECT * INTO v_tenant FROM queen_proxy.tenants WHERE id = p_tenant_id FOR UPDATE;
  IF NOT FOUND THEN
    RETURN jsonb_build_object('deleted', false, 'existed', false, 'tenant_id', p_tenant_id);
  END IF;
  IF v_tenant.status <> 'deleting' AND NOT c_forced THEN
    RAISE EXCEPTION 'delete_tenant: tenant % is %: set its status to deleting and purge its data from the broker first, or pass p_force',
      queen_proxy.quote_argument(p_tenant_id::text), v_tenant.status USING ERRCODE = 'QP409';
  END IF;

  SELECT coalesce(array_agg(held.id), '{}') INTO v_cluster_ids FROM (
    SELECT id FROM queen_proxy.clusters WHERE tenant_id = p_tenant_id ORDER BY id FOR UPDATE) held;
  SELECT coalesce(jsonb_agg(jsonb_build_object(
      'cluster_id', id, 'slug', slug, 'cell_id', cell_id, 'broker_tenant_uuid', broker_tenant_uuid) ORDER BY slug COLLATE "C"), '[]')
    INTO v_clusters FROM queen_proxy.clusters WHERE id = ANY (v_cluster_ids);
  v_counts := jsonb_build_object(
    'clusters', cardinality(v_cluster_ids),
    'users', (SELECT count(*) FROM queen_proxy.users WHERE tenant_id = p_tenant_id),
    'cluster_roles', (SELECT count(*) FROM queen_proxy.cluster_roles WHERE cluster_id = ANY (v_cluster_ids)),
    'queues', (SELECT count(*) FROM queen_proxy.queues WHERE cluster_id = ANY (v_cluster_ids)),
    'api_keys', (SELECT count(*) FROM queen_proxy.api_keys WHERE cluster_id = ANY (v_cluster_ids)));
  v_usage := queen_proxy.usage_bill(v_cluster_ids);

  -- by id, as whoever marks keys as used should lock them
  PERFORM 1 FROM queen_proxy.api_keys WHERE cluster_id = ANY (v_cluster_ids) ORDER BY id FOR UPDATE;
  UPDATE queen_proxy.api_keys SET revoked_at = now() WHERE cluster_id = ANY (v_cluster_ids) AND revoked_at IS NULL;
  GET DIAGNOSTICS v_count = ROW_COUNT;
  v_counts := v_counts || jsonb_build_object('api_keys_revoked', v_count);

  -- the surviving record: from here on nothing else names the broker's tenants
  PERFORM queen_proxy.emit_outbox('tenant_deleted', jsonb_build_object('tenant_id', p_tenant_id, 'tenant_slug', v_tenant.slug,
    'status_was', v_tenant.status, 'forced', c_forced, 'clusters', v_clusters, 'counts', v_counts, 'usage', v_usage,
    'at', queen_proxy.utc_text(now())));

  -- shared with prune_outbox: both would lock many events in an order nobody chose
  PERFORM pg_advisory_xact_lock(hashtext('queen_proxy_outbox_rows'));
  UPDATE queen_proxy.outbox SET payload = payload - 'admin_email' - 'email'
  WHERE jsonb_typeof(payload) = 'object' AND payload ?| ARRAY['admin_email', 'email']
    AND (payload ->> 'tenant_id' = p_tenant_id::text OR payload ->> 'cluster_id' = ANY (v_cluster_ids::text[]));
  GET DIAGNOSTICS v_count = ROW_COUNT;
  v_counts := v_counts || jsonb_build_object('outbox_redacted', v_count);

  DELETE FROM queen_proxy.operations WHERE tenant_id = p_tenant_id;
  GET DIAGNOSTICS v_count = ROW_COUNT;
  v_counts := v_counts || jsonb_build_object('operations', v_count);

  DELETE FROM queen_proxy.tenants WHERE id = p_tenant_id;
  PERFORM pg_notify('queen_proxy_inval', id::text) FROM unnest(v_cluster_ids) AS id;

  RETURN jsonb_build_object('deleted', true, 'existed', true, 'tenant_id', p_tenant_id, 'tenant_slug', v_tenant.slug,
    'status_was', v_tenant.status, 'forced', c_forced, 'clusters', v_clusters, 'counts', v_counts, 'usage', v_usage);
END
$$;
COMMENT ON FUNCTION queen_proxy.delete_tenant(uuid, boolean) IS
  'Removes a tenant and all that is below it, in one transaction; the outbox event and the answer name the broker tenants to purge. Audit rows go too, addresses go from older events. An unknown tenant is no error (control plane, 6.7 and 8.2). QP400: NULL id; QP409: status is not deleting and not forced.';
