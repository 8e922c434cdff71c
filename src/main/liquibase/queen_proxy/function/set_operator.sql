--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:function-set_operator splitStatements:false stripComments:false runOnChange:true
CREATE OR REPLACE FUNCTION queen_proxy.set_operator(p_email text, p_enabled boolean)
RETURNS void
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  v_email text := lower(btrim(p_email) COLLATE "C");
  v_user_id uuid;
  v_tenant_id uuid;
  v_was boolean;
BEGIN
  IF p_enabled IS NULL THEN
    RAISE EXCEPTION 'set_operator: the flag is NULL: say true or false' USING ERRCODE = 'QP400';
  END IF;
  IF p_email IS NULL OR position('@' IN p_email) = 0 THEN
    RAISE EXCEPTION 'set_operator: % is no e-mail address: it needs an @', queen_proxy.quote_argument(p_email) USING ERRCODE = 'QP400';
  END IF;
  SELECT id INTO v_user_id FROM queen_proxy.users WHERE email = v_email;
  v_tenant_id := queen_proxy.hold_tenant_of_user(v_user_id);
  SELECT is_operator INTO v_was FROM queen_proxy.users WHERE id = v_user_id AND email = v_email FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'set_operator: there is no user %', queen_proxy.quote_argument(v_email) USING ERRCODE = 'QP404';
  END IF;

  UPDATE queen_proxy.users SET is_operator = p_enabled WHERE id = v_user_id;

  PERFORM queen_proxy.record_operation(v_tenant_id, NULL, 'control_plane', v_user_id,
    CASE WHEN p_enabled THEN 'operator_granted' ELSE 'operator_revoked' END, v_email,
    jsonb_build_object('is_operator', p_enabled, 'was', v_was));
END
$$;
COMMENT ON FUNCTION queen_proxy.set_operator(text, boolean) IS
  'Makes a user an operator or ends it: the only writer of that bit, which no HTTP path reaches. Audited even when nothing changes, not notified: proxies ask again within 30 s (control plane, 6.3 and 10). QP400: NULL flag, e-mail; QP404: unknown user.';
