--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:function-set_tenant_status splitStatements:false stripComments:false runOnChange:true
CREATE OR REPLACE FUNCTION queen_proxy.set_tenant_status(p_tenant_id uuid, p_status text)
RETURNS void
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  v_was text;
BEGIN
  IF p_status IS NULL OR p_status NOT IN ('active', 'grace', 'suspended', 'deleting') THEN
    RAISE EXCEPTION 'set_tenant_status: status is %, it must be active, grace, suspended or deleting',
      queen_proxy.quote_argument(p_status) USING ERRCODE = 'QP400';
  END IF;
  SELECT status INTO v_was FROM queen_proxy.tenants WHERE id = p_tenant_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'set_tenant_status: there is no tenant %', queen_proxy.quote_argument(p_tenant_id::text) USING ERRCODE = 'QP404';
  END IF;

  UPDATE queen_proxy.tenants SET status = p_status WHERE id = p_tenant_id;

  PERFORM queen_proxy.record_operation(p_tenant_id, NULL, 'control_plane', NULL, 'tenant_status_changed', p_tenant_id::text,
    jsonb_build_object('status', p_status, 'was', v_was));
  -- the effective status of every cluster below may have changed with it
  PERFORM pg_notify('queen_proxy_inval', id::text) FROM queen_proxy.clusters WHERE tenant_id = p_tenant_id;
END
$$;
COMMENT ON FUNCTION queen_proxy.set_tenant_status(uuid, text) IS
  'Sets a tenant''s status, from any to any, and notifies once per cluster (control plane, 6.2 and 8.1). QP400: unknown status; QP404: unknown tenant.';
