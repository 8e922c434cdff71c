--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:function-is_bcrypt splitStatements:false stripComments:false runOnChange:true
CREATE OR REPLACE FUNCTION queen_proxy.is_bcrypt(p_hash text)
RETURNS boolean
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  RETURN coalesce((p_hash COLLATE "C") ~ '^\$2[aby]\$[0-9][0-9]\$[./A-Za-z0-9]{53}$', false);
END
$$;
COMMENT ON FUNCTION queen_proxy.is_bcrypt(text) IS
  'Internal. Whether the text is a bcrypt string; false for NULL. A password passed where its hash belongs must not be stored (control plane, 6.3).';
