--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:function-upsert_plan splitStatements:false stripComments:false runOnChange:true
CREATE OR REPLACE FUNCTION queen_proxy.upsert_plan(p_code text, p_values jsonb)
RETURNS uuid
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  c_features CONSTANT text[] := ARRAY['streams', 'traces', 'kv', 'timers', 'ephemeral'];
  v_key text;
  v_value jsonb;
  v_least bigint;
  v_id uuid;
BEGIN
  IF queen_proxy.is_blank(p_code) THEN
    RAISE EXCEPTION 'upsert_plan: the code is blank: give a lower-case word such as pro' USING ERRCODE = 'QP400';
  END IF;
  IF p_values IS NULL OR jsonb_typeof(p_values) <> 'object' THEN
    RAISE EXCEPTION 'upsert_plan: the values are %, they must be a JSON object of plan columns',
      CASE WHEN p_values IS NULL THEN 'NULL' ELSE 'of type ' || jsonb_typeof(p_values) END USING ERRCODE = 'QP400';
  END IF;
  FOR v_key, v_value IN SELECT key, value FROM jsonb_each(p_values) LOOP
    IF v_key = 'cell_class' THEN
      IF jsonb_typeof(v_value) <> 'string' THEN
        RAISE EXCEPTION 'upsert_plan: cell_class is %, it must be "shared" or "dedicated"', left(v_value::text, 200) USING ERRCODE = 'QP400';
      END IF;
    ELSIF v_key = 'features' THEN
      IF jsonb_typeof(v_value) <> 'object'
        OR EXISTS (SELECT 1 FROM jsonb_each(v_value) f WHERE f.key <> ALL (c_features) OR jsonb_typeof(f.value) <> 'boolean') THEN
        RAISE EXCEPTION 'upsert_plan: features is %, it must be an object of booleans named %',
          left(v_value::text, 200), array_to_string(c_features, ', ') USING ERRCODE = 'QP400';
      END IF;
    ELSIF queen_proxy.limit_maximum(v_key) IS NULL THEN
      RAISE EXCEPTION 'upsert_plan: % is no plan value, the values are cell_class, features, %',
        queen_proxy.quote_argument(v_key), array_to_string(queen_proxy.limit_names(), ', ') USING ERRCODE = 'QP400';
    ELSE
      -- the column's own range: that a limit must be positive is the table's check (23514)
      v_least := -queen_proxy.limit_maximum(v_key) - 1;
      IF jsonb_typeof(v_value) <> 'null' AND NOT queen_proxy.is_whole(v_value, v_least, queen_proxy.limit_maximum(v_key)) THEN
        RAISE EXCEPTION 'upsert_plan: % is %, it must be a whole number from 1 to %, or null for unlimited',
          v_key, left(v_value::text, 200), queen_proxy.limit_maximum(v_key) USING ERRCODE = 'QP400';
      END IF;
    END IF;
  END LOOP;

  SELECT id INTO v_id FROM queen_proxy.plans WHERE code = p_code FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    IF NOT p_values ? 'cell_class' THEN
      RAISE EXCEPTION 'upsert_plan: plan % is new: its values need cell_class, "shared" or "dedicated"',
        queen_proxy.quote_argument(p_code) USING ERRCODE = 'QP400';
    END IF;
    -- another call may create it in this moment: then this one changes what that one made
    INSERT INTO queen_proxy.plans (code, cell_class) VALUES (p_code, p_values ->> 'cell_class')
    ON CONFLICT (code) DO UPDATE SET cell_class = EXCLUDED.cell_class
    RETURNING id INTO v_id;
  END IF;

  UPDATE queen_proxy.plans p SET
    cell_class = CASE WHEN p_values ? 'cell_class' THEN p_values ->> 'cell_class' ELSE p.cell_class END,
    max_req_per_sec = CASE WHEN p_values ? 'max_req_per_sec' THEN (p_values ->> 'max_req_per_sec')::numeric::integer ELSE p.max_req_per_sec END,
    req_burst = CASE WHEN p_values ? 'req_burst' THEN (p_values ->> 'req_burst')::numeric::integer ELSE p.req_burst END,
    max_msgs_per_sec = CASE WHEN p_values ? 'max_msgs_per_sec' THEN (p_values ->> 'max_msgs_per_sec')::numeric::integer ELSE p.max_msgs_per_sec END,
    msgs_burst = CASE WHEN p_values ? 'msgs_burst' THEN (p_values ->> 'msgs_burst')::numeric::integer ELSE p.msgs_burst END,
    max_queues = CASE WHEN p_values ? 'max_queues' THEN (p_values ->> 'max_queues')::numeric::integer ELSE p.max_queues END,
    max_partitions_per_queue = CASE WHEN p_values ? 'max_partitions_per_queue'
      THEN (p_values ->> 'max_partitions_per_queue')::numeric::integer ELSE p.max_partitions_per_queue END,
    max_parked_pops = CASE WHEN p_values ? 'max_parked_pops' THEN (p_values ->> 'max_parked_pops')::numeric::integer ELSE p.max_parked_pops END,
    max_payload_bytes = CASE WHEN p_values ? 'max_payload_bytes' THEN (p_values ->> 'max_payload_bytes')::numeric::integer ELSE p.max_payload_bytes END,
    max_batch_items = CASE WHEN p_values ? 'max_batch_items' THEN (p_values ->> 'max_batch_items')::numeric::integer ELSE p.max_batch_items END,
    max_retained_bytes = CASE WHEN p_values ? 'max_retained_bytes' THEN (p_values ->> 'max_retained_bytes')::numeric::bigint ELSE p.max_retained_bytes END,
    max_retention_seconds = CASE WHEN p_values ? 'max_retention_seconds'
      THEN (p_values ->> 'max_retention_seconds')::numeric::integer ELSE p.max_retention_seconds END,
    monthly_msgs_quota = CASE WHEN p_values ? 'monthly_msgs_quota' THEN (p_values ->> 'monthly_msgs_quota')::numeric::bigint ELSE p.monthly_msgs_quota END,
    features = CASE WHEN p_values ? 'features'
      THEN CASE jsonb_typeof(p.features) WHEN 'object' THEN p.features ELSE '{}' END || (p_values -> 'features') ELSE p.features END
  WHERE p.id = v_id;

  PERFORM queen_proxy.emit_outbox('plan_changed', jsonb_build_object('code', p_code, 'values', p_values));
  PERFORM pg_notify('queen_proxy_inval', id::text) FROM queen_proxy.clusters WHERE plan_id = v_id;
  RETURN v_id;
END
$$;
COMMENT ON FUNCTION queen_proxy.upsert_plan(text, jsonb) IS
  'Inserts or changes the plan with this code and returns its id; keys that are left out keep their value, features merge key by key; notifies every cluster on the plan, emits plan_changed, writes no audit row (control plane, 6.2). QP400: blank code, values no object, unknown key, cell_class missing for a new plan, a limit out of range, bad features; 23514: code pattern, cell_class, limit not positive.';
