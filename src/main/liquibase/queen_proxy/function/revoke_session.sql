--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:function-revoke_session splitStatements:false stripComments:false runOnChange:true
CREATE OR REPLACE FUNCTION queen_proxy.revoke_session(
  p_jti text, p_expires_at timestamptz, p_actor text DEFAULT 'user', p_actor_id uuid DEFAULT NULL)
RETURNS void
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  v_tenant_id uuid;
BEGIN
  IF queen_proxy.is_blank(p_jti) THEN
    RAISE EXCEPTION 'revoke_session: the jti is blank: without it no session is named' USING ERRCODE = 'QP400';
  END IF;
  IF p_expires_at IS NULL THEN
    RAISE EXCEPTION 'revoke_session: the expiry is NULL: pass the token''s exp and the 60 s for which a proxy takes it longer' USING ERRCODE = 'QP400';
  END IF;
  IF p_actor IS NULL OR p_actor NOT IN ('user', 'api_key', 'control_plane', 'system') THEN
    RAISE EXCEPTION 'revoke_session: actor is %, it must be user, api_key, control_plane or system',
      queen_proxy.quote_argument(p_actor) USING ERRCODE = 'QP400';
  END IF;
  v_tenant_id := queen_proxy.hold_tenant_of_user(p_actor_id);
  PERFORM 1 FROM queen_proxy.users WHERE id = p_actor_id FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'revoke_session: there is no user %: the audit row needs the tenant of one',
      queen_proxy.quote_argument(p_actor_id::text) USING ERRCODE = 'QP404';
  END IF;

  -- a second logout is fine, the first expiry stays
  INSERT INTO queen_proxy.revoked_tokens (jti, expires_at) VALUES (p_jti, p_expires_at) ON CONFLICT (jti) DO NOTHING;

  PERFORM queen_proxy.record_operation(v_tenant_id, NULL, p_actor, p_actor_id, 'session_revoked', p_jti,
    jsonb_build_object('expires_at', queen_proxy.utc_text(p_expires_at)));
END
$$;
COMMENT ON FUNCTION queen_proxy.revoke_session(text, timestamptz, text, uuid) IS
  'Puts a session token on the deny list until p_expires_at: its exp and the 60 s for which a proxy takes it longer, or the sweep would let it back in (control plane, 6.3). QP400: blank jti, NULL expiry, unknown actor; QP404: actor id NULL or no known user.';
