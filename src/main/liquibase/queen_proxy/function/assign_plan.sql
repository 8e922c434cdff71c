--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:function-assign_plan splitStatements:false stripComments:false runOnChange:true
CREATE OR REPLACE FUNCTION queen_proxy.assign_plan(p_cluster_id uuid, p_plan_code text)
RETURNS void
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  v_plan_id uuid;
  v_tenant_id uuid;
BEGIN
  SELECT id INTO v_plan_id FROM queen_proxy.plans WHERE code = p_plan_code;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'assign_plan: there is no plan with code %', queen_proxy.quote_argument(p_plan_code) USING ERRCODE = 'QP404';
  END IF;
  v_tenant_id := queen_proxy.hold_tenant_of_cluster(p_cluster_id);
  UPDATE queen_proxy.clusters SET plan_id = v_plan_id WHERE id = p_cluster_id;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'assign_plan: there is no cluster %', queen_proxy.quote_argument(p_cluster_id::text) USING ERRCODE = 'QP404';
  END IF;

  PERFORM queen_proxy.record_operation(v_tenant_id, p_cluster_id, 'control_plane', NULL, 'plan_assigned', p_cluster_id::text,
    jsonb_build_object('plan_code', p_plan_code));
END
$$;
COMMENT ON FUNCTION queen_proxy.assign_plan(uuid, text) IS
  'Puts a cluster on another plan (control plane, 6.2). QP404: unknown plan code (looked at first) or cluster.';
