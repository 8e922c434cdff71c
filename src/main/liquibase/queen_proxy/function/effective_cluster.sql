--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:function-effective_cluster splitStatements:false stripComments:false runOnChange:true
CREATE OR REPLACE FUNCTION queen_proxy.effective_cluster(p_cluster_id uuid)
RETURNS jsonb
LANGUAGE plpgsql STABLE
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  c_features CONSTANT text[] := ARRAY['streams', 'traces', 'kv', 'timers', 'ephemeral'];
  v_cluster queen_proxy.clusters;
  v_plan queen_proxy.plans;
  v_plan_values jsonb;
  v_tenant_status text;
  v_severity integer;
  v_limits jsonb := '{}';
  v_features jsonb := '{}';
  v_name text;
  v_override jsonb;
  v_most numeric;
BEGIN
  SELECT * INTO v_cluster FROM queen_proxy.clusters WHERE id = p_cluster_id;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  SELECT * INTO v_plan FROM queen_proxy.plans WHERE id = v_cluster.plan_id;
  SELECT status INTO v_tenant_status FROM queen_proxy.tenants WHERE id = v_cluster.tenant_id;

  v_severity := greatest(
    CASE v_tenant_status WHEN 'active' THEN 1 WHEN 'grace' THEN 2 WHEN 'deleting' THEN 4 ELSE 3 END,
    CASE v_cluster.status WHEN 'active' THEN 1 WHEN 'push_blocked' THEN 2 WHEN 'deleting' THEN 4 ELSE 3 END);

  v_plan_values := to_jsonb(v_plan);
  FOREACH v_name IN ARRAY queen_proxy.limit_names() LOOP
    v_override := v_cluster.limit_overrides -> v_name;
    v_most := queen_proxy.limit_maximum(v_name);
    v_limits := v_limits || jsonb_build_object(v_name, CASE
      WHEN v_override IS NULL THEN v_plan_values -> v_name
      WHEN jsonb_typeof(v_override) = 'null' THEN 'null'
      WHEN queen_proxy.is_whole(v_override, '-Infinity'::numeric, v_most) THEN to_jsonb(greatest(trunc(v_override::numeric), 0))
      ELSE v_plan_values -> v_name
    END);
  END LOOP;

  FOREACH v_name IN ARRAY c_features LOOP
    v_features := v_features || jsonb_build_object(v_name, coalesce(v_plan.features -> v_name = 'true', false));
  END LOOP;

  RETURN jsonb_build_object('cluster_id', v_cluster.id, 'tenant_id', v_cluster.tenant_id, 'slug', v_cluster.slug,
    'plan_code', v_plan.code, 'status', (ARRAY['active', 'push_blocked', 'suspended', 'deleting'])[v_severity],
    'limits', v_limits, 'features', v_features);
END
$$;
COMMENT ON FUNCTION queen_proxy.effective_cluster(uuid) IS
$comment$What holds for a cluster once tenant, plan and overrides are put together (control plane, 5); NULL for an unknown cluster.

limits: exactly twelve keys, each a number or null (unlimited). Per key of limit_overrides:
  absent                                         the plan's value
  null                                           null, even where the plan has a cap
  whole number up to the column's maximum        that number; 5.0 and 1e3 are whole; 0 is "nothing allowed"
  negative whole number, however large           0
  string, boolean, object, array, fraction (negative ones too), number over the maximum   the plan's value
The maximum is 2147483647, for max_retained_bytes and monthly_msgs_quota 9223372036854775807.
limit_overrides that is no object overrides nothing. A burst of null beside a rate that is not null stays null here: it means twice the rate.

features: exactly five keys; true only where the plan has the JSON value true, so "true", 1, null and an absent key are false.

status: the worse of tenant and cluster. active 1; grace, push_blocked 2 (push_blocked); suspended and any unknown value 3 (suspended); deleting 4 (deleting).$comment$;
