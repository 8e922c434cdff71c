--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:function-hold_tenant_of_user splitStatements:false stripComments:false runOnChange:true
CREATE OR REPLACE FUNCTION queen_proxy.hold_tenant_of_user(p_user_id uuid)
RETURNS uuid
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  v_tenant_id uuid;
BEGIN
  SELECT tenant_id INTO v_tenant_id FROM queen_proxy.users WHERE id = p_user_id;
  PERFORM 1 FROM queen_proxy.tenants WHERE id = v_tenant_id FOR KEY SHARE;
  RETURN v_tenant_id;
END
$$;
COMMENT ON FUNCTION queen_proxy.hold_tenant_of_user(uuid) IS
  'Internal. First lock of whoever changes a user: its tenant, FOR KEY SHARE. The caller then locks the user row and reads it again; NULL when there is no such user (control plane, 6, Concurrency).';
