--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:function-set_user_password splitStatements:false stripComments:false runOnChange:true
CREATE OR REPLACE FUNCTION queen_proxy.set_user_password(p_email text, p_password_hash text)
RETURNS void
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  v_email text := lower(btrim(p_email) COLLATE "C");
  v_user_id uuid;
  v_tenant_id uuid;
BEGIN
  IF NOT queen_proxy.is_bcrypt(p_password_hash) THEN
    -- the value may be a password: it is not repeated
    RAISE EXCEPTION 'set_user_password: the value is no bcrypt string: hash the password first' USING ERRCODE = 'QP400';
  END IF;
  SELECT id INTO v_user_id FROM queen_proxy.users WHERE email = v_email;
  v_tenant_id := queen_proxy.hold_tenant_of_user(v_user_id);
  UPDATE queen_proxy.users SET password_hash = p_password_hash, password_changed_at = now() WHERE id = v_user_id;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'set_user_password: there is no user %', queen_proxy.quote_argument(p_email) USING ERRCODE = 'QP404';
  END IF;
  PERFORM queen_proxy.record_operation(v_tenant_id, NULL, 'control_plane', v_user_id, 'user_password_set', v_user_id::text, NULL);
END
$$;
COMMENT ON FUNCTION queen_proxy.set_user_password(text, text) IS
  'Changes a user''s password to this bcrypt string; sessions from before end (control plane, 6.3). QP400: NULL or no bcrypt string; QP404: unknown user.';
