--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:function-utc_text splitStatements:false stripComments:false runOnChange:true
CREATE OR REPLACE FUNCTION queen_proxy.utc_text(p_at timestamptz)
RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  RETURN CASE
    WHEN isfinite(p_at) THEN to_char(p_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
    ELSE p_at::text
  END;
END
$$;
COMMENT ON FUNCTION queen_proxy.utc_text(timestamptz) IS
  'Internal. A moment as ISO 8601 in UTC, so that no session''s time zone shows in a stored event (control plane, 17).';
