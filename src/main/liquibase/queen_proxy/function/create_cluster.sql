--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:function-create_cluster splitStatements:false stripComments:false runOnChange:true
CREATE OR REPLACE FUNCTION queen_proxy.create_cluster(p_tenant_id uuid, p_slug text, p_plan_code text, p_cell_id uuid)
RETURNS uuid
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  v_slug text := lower(btrim(p_slug) COLLATE "C");
  v_tenant_status text;
  v_plan_id uuid;
  v_id uuid;
BEGIN
  IF queen_proxy.is_blank(p_slug) THEN
    RAISE EXCEPTION 'create_cluster: the slug is blank: give 1 to 63 letters, digits or inner hyphens' USING ERRCODE = 'QP400';
  END IF;
  SELECT status INTO v_tenant_status FROM queen_proxy.tenants WHERE id = p_tenant_id FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'create_cluster: there is no tenant %', queen_proxy.quote_argument(p_tenant_id::text) USING ERRCODE = 'QP404';
  END IF;
  SELECT id INTO v_plan_id FROM queen_proxy.plans WHERE code = p_plan_code FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'create_cluster: there is no plan with code %', queen_proxy.quote_argument(p_plan_code) USING ERRCODE = 'QP404';
  END IF;
  PERFORM 1 FROM queen_proxy.cells WHERE id = p_cell_id FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'create_cluster: there is no cell %', queen_proxy.quote_argument(p_cell_id::text) USING ERRCODE = 'QP404';
  END IF;
  IF v_tenant_status = 'deleting' THEN
    RAISE EXCEPTION 'create_cluster: tenant % is being deleted: set its status back before it gets a cluster',
      queen_proxy.quote_argument(p_tenant_id::text) USING ERRCODE = 'QP409';
  END IF;

  INSERT INTO queen_proxy.clusters (tenant_id, cell_id, plan_id, slug)
  VALUES (p_tenant_id, p_cell_id, v_plan_id, v_slug)
  RETURNING id INTO v_id;

  -- notifies: a proxy may remember that there was no such cluster
  PERFORM queen_proxy.record_operation(p_tenant_id, v_id, 'control_plane', NULL, 'cluster_created', v_id::text,
    jsonb_build_object('slug', v_slug, 'plan_code', p_plan_code, 'cell_id', p_cell_id));
  RETURN v_id;
END
$$;
COMMENT ON FUNCTION queen_proxy.create_cluster(uuid, text, text, uuid) IS
  'Creates an active cluster with a new broker tenant and returns its id; status, capacity and class of the cell are not looked at (control plane, 6.2). QP400: blank slug; QP404: unknown tenant, plan code or cell; QP409: tenant deleting; 23505: slug taken; 23514: slug pattern.';
