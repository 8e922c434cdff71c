--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:function-record_user_login splitStatements:false stripComments:false runOnChange:true
CREATE OR REPLACE FUNCTION queen_proxy.record_user_login(p_user uuid)
RETURNS timestamptz
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  v_tenant_id uuid;
  v_at timestamptz;
BEGIN
  v_tenant_id := queen_proxy.hold_tenant_of_user(p_user);
  UPDATE queen_proxy.users SET last_login_at = now() WHERE id = p_user RETURNING last_login_at INTO v_at;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'record_user_login: there is no user %', queen_proxy.quote_argument(p_user::text) USING ERRCODE = 'QP404';
  END IF;
  PERFORM queen_proxy.record_operation(v_tenant_id, NULL, 'user', p_user, 'login', p_user::text, NULL);
  RETURN v_at;
END
$$;
COMMENT ON FUNCTION queen_proxy.record_user_login(uuid) IS
  'Notes an interactive login and returns its moment (control plane, 6.3). QP404: unknown user.';
