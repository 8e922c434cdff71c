--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:function-create_user splitStatements:false stripComments:false runOnChange:true
CREATE OR REPLACE FUNCTION queen_proxy.create_user(p_tenant_id uuid, p_email text, p_password_hash text, p_provider text)
RETURNS uuid
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  v_email text := lower(btrim(p_email) COLLATE "C");
  v_id uuid;
BEGIN
  IF p_email IS NULL OR position('@' IN p_email) = 0 THEN
    RAISE EXCEPTION 'create_user: % is no e-mail address: it needs an @', queen_proxy.quote_argument(p_email) USING ERRCODE = 'QP400';
  END IF;
  IF p_provider IS NULL OR p_provider NOT IN ('local', 'google', 'github') THEN
    RAISE EXCEPTION 'create_user: provider is %, it must be local, google or github',
      queen_proxy.quote_argument(p_provider) USING ERRCODE = 'QP400';
  END IF;
  IF p_password_hash IS NOT NULL AND NOT queen_proxy.is_bcrypt(p_password_hash) THEN
    -- the value may be a password: it is not repeated
    RAISE EXCEPTION 'create_user: the password hash is no bcrypt string: hash the password first, or pass NULL for no local login'
      USING ERRCODE = 'QP400';
  END IF;
  PERFORM 1 FROM queen_proxy.tenants WHERE id = p_tenant_id FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'create_user: there is no tenant %', queen_proxy.quote_argument(p_tenant_id::text) USING ERRCODE = 'QP404';
  END IF;

  INSERT INTO queen_proxy.users (tenant_id, email, password_hash)
  VALUES (p_tenant_id, v_email, p_password_hash)
  RETURNING id INTO v_id;

  PERFORM queen_proxy.record_operation(p_tenant_id, NULL, 'control_plane', v_id, 'user_created', v_id::text,
    jsonb_build_object('email', v_email, 'provider', p_provider));
  RETURN v_id;
END
$$;
COMMENT ON FUNCTION queen_proxy.create_user(uuid, text, text, text) IS
  'Creates a user and returns its id; never an identity. The hash may be NULL: no local login (control plane, 6.3). QP400: e-mail, provider, hash that is no bcrypt string; QP404: unknown tenant; 23505: e-mail taken in any tenant; 23514: address over 320 characters.';
