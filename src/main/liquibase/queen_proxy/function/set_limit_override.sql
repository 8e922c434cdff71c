--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:function-set_limit_override splitStatements:false stripComments:false runOnChange:true
CREATE OR REPLACE FUNCTION queen_proxy.set_limit_override(p_cluster_id uuid, p_overrides jsonb)
RETURNS void
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  v_overrides jsonb := coalesce(p_overrides, '{}');
  v_tenant_id uuid;
  v_key text;
  v_value jsonb;
BEGIN
  IF jsonb_typeof(v_overrides) <> 'object' THEN
    RAISE EXCEPTION 'set_limit_override: the overrides are %, they must be a JSON object; {} or SQL NULL clears them',
      CASE jsonb_typeof(v_overrides) WHEN 'null' THEN 'JSON null' ELSE 'of type ' || jsonb_typeof(v_overrides) END
      USING ERRCODE = 'QP400';
  END IF;
  FOR v_key, v_value IN SELECT key, value FROM jsonb_each(v_overrides) LOOP
    IF queen_proxy.limit_maximum(v_key) IS NULL THEN
      RAISE EXCEPTION 'set_limit_override: % is no limit, the limits are %',
        queen_proxy.quote_argument(v_key), array_to_string(queen_proxy.limit_names(), ', ') USING ERRCODE = 'QP400';
    END IF;
    IF jsonb_typeof(v_value) <> 'null' AND NOT queen_proxy.is_whole(v_value, 0, queen_proxy.limit_maximum(v_key)) THEN
      RAISE EXCEPTION 'set_limit_override: % is %, it must be a whole number from 0 to %, or null for unlimited',
        v_key, left(v_value::text, 200), queen_proxy.limit_maximum(v_key) USING ERRCODE = 'QP400';
    END IF;
  END LOOP;

  v_tenant_id := queen_proxy.hold_tenant_of_cluster(p_cluster_id);
  UPDATE queen_proxy.clusters SET limit_overrides = v_overrides WHERE id = p_cluster_id;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'set_limit_override: there is no cluster %', queen_proxy.quote_argument(p_cluster_id::text) USING ERRCODE = 'QP404';
  END IF;

  PERFORM queen_proxy.record_operation(
    v_tenant_id, p_cluster_id, 'control_plane', NULL, 'limit_override_set', p_cluster_id::text, v_overrides);
END
$$;
COMMENT ON FUNCTION queen_proxy.set_limit_override(uuid, jsonb) IS
  'Replaces all overrides of a cluster; SQL NULL or {} clears them (control plane, 6.2). QP400: not an object, a key that is no limit, a value neither null nor a whole number in range; QP404: unknown cluster.';
