--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:function-is_blank splitStatements:false stripComments:false runOnChange:true
CREATE OR REPLACE FUNCTION queen_proxy.is_blank(p_text text)
RETURNS boolean
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  -- the collation makes \s plain ASCII white space in every database; the rest is what Unicode adds to it,
  -- together with the zero-width signs
  RETURN p_text IS NULL
    OR (p_text COLLATE "C") !~ '[^\s\u0085\u00A0\u1680\u180E\u2000-\u200D\u2028\u2029\u202F\u205F\u2060\u3000\uFEFF]';
END
$$;
COMMENT ON FUNCTION queen_proxy.is_blank(text) IS
  'Internal. NULL, or nothing but white space, tabs and line breaks included: a name nobody can see is not a name (control plane, 6).';
