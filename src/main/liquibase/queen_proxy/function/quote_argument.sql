--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:function-quote_argument splitStatements:false stripComments:false runOnChange:true
CREATE OR REPLACE FUNCTION queen_proxy.quote_argument(p_value text)
RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  RETURN CASE
    WHEN p_value IS NULL THEN 'NULL'
    WHEN char_length(p_value) > 200 THEN '"' || left(p_value, 200) || '..."'
    ELSE '"' || p_value || '"'
  END;
END
$$;
COMMENT ON FUNCTION queen_proxy.quote_argument(text) IS
  'Internal. An argument as a message shows it: in quotes, cut after 200 characters (control plane, 6).';
