--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:function-usage_row_problem splitStatements:false stripComments:false runOnChange:true
CREATE OR REPLACE FUNCTION queen_proxy.usage_row_problem(p_row jsonb)
RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  -- the last whole minute that a timestamptz can hold
  c_last_minute CONSTANT bigint := 153738633599;
  v_key text;
  v_number numeric;
BEGIN
  IF jsonb_typeof(p_row) <> 'object' THEN
    RETURN format('is of type %s, it must be an object', jsonb_typeof(p_row));
  END IF;
  FOREACH v_key IN ARRAY ARRAY['cluster_id', 'minute', 'op', 'reqs', 'msgs', 'bytes_in', 'bytes_out'] LOOP
    IF NOT p_row ? v_key THEN
      RETURN format('lacks %s', v_key);
    END IF;
    IF v_key = 'cluster_id' THEN
      IF jsonb_typeof(p_row -> v_key) <> 'string'
        OR ((p_row ->> v_key) COLLATE "C") !~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' THEN
        RETURN format('has cluster_id %s, it must be a UUID', left((p_row -> v_key)::text, 200));
      END IF;
    ELSIF v_key = 'op' THEN
      IF jsonb_typeof(p_row -> v_key) <> 'string'
        OR p_row ->> v_key NOT IN ('push', 'delivery', 'txn', 'configure', 'read') THEN
        RETURN format('has op %s, it must be push, delivery, txn, configure or read', left((p_row -> v_key)::text, 200));
      END IF;
    ELSE
      IF jsonb_typeof(p_row -> v_key) = 'number' THEN
        v_number := (p_row -> v_key)::numeric;
        CONTINUE WHEN v_number = trunc(v_number) AND v_number >= 0
          AND v_number <= CASE v_key WHEN 'minute' THEN c_last_minute ELSE 9223372036854775807 END;
      END IF;
      RETURN format('has %s %s, it must be a whole number from 0 to %s', v_key, left((p_row -> v_key)::text, 200),
        CASE v_key WHEN 'minute' THEN c_last_minute ELSE 9223372036854775807 END);
    END IF;
  END LOOP;
  RETURN NULL;
END
$$;
COMMENT ON FUNCTION queen_proxy.usage_row_problem(jsonb) IS
  'Internal. What keeps a row from being usage, in words; NULL when it is fine. Keys beyond the seven are ignored (control plane, 6.6 and 12).';
