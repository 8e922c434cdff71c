--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:function-is_whole splitStatements:false stripComments:false runOnChange:true
CREATE OR REPLACE FUNCTION queen_proxy.is_whole(p_value jsonb, p_least numeric, p_most numeric)
RETURNS boolean
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  v_number numeric;
BEGIN
  IF p_value IS NULL OR jsonb_typeof(p_value) <> 'number' THEN
    RETURN false;
  END IF;
  v_number := p_value::numeric;
  RETURN v_number = trunc(v_number) AND v_number BETWEEN p_least AND p_most;
END
$$;
COMMENT ON FUNCTION queen_proxy.is_whole(jsonb, numeric, numeric) IS
  'Internal. Whether a JSON value is a whole number between two bounds, both included. 5.0 and 1e3 are whole, "5" and 5.5 are not.';
