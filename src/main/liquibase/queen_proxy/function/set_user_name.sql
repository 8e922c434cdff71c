--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:function-set_user_name splitStatements:false stripComments:false runOnChange:true
CREATE OR REPLACE FUNCTION queen_proxy.set_user_name(p_user uuid, p_name text)
RETURNS void
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  v_name text := btrim(p_name);
  v_old_name text;
  v_tenant_id uuid;
BEGIN
  IF queen_proxy.is_blank(p_name) OR char_length(v_name) > 160 THEN
    RAISE EXCEPTION 'set_user_name: the name has % characters, 1 to 160 are allowed',
      CASE WHEN queen_proxy.is_blank(p_name) THEN 'no visible' ELSE char_length(v_name)::text END USING ERRCODE = 'QP400';
  END IF;
  v_tenant_id := queen_proxy.hold_tenant_of_user(p_user);
  SELECT name INTO v_old_name FROM queen_proxy.users WHERE id = p_user FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'set_user_name: there is no user %', queen_proxy.quote_argument(p_user::text) USING ERRCODE = 'QP404';
  END IF;

  UPDATE queen_proxy.users SET name = v_name WHERE id = p_user;

  PERFORM queen_proxy.record_operation(v_tenant_id, NULL, 'control_plane', p_user, 'user_name_changed', p_user::text,
    jsonb_build_object('old_name', v_old_name, 'name', v_name));
END
$$;
COMMENT ON FUNCTION queen_proxy.set_user_name(uuid, text) IS
  'Sets the name a user is shown by (control plane, 6.3). QP400: not 1 to 160 characters after trimming; QP404: unknown user.';
