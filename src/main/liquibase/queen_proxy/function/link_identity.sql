--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:function-link_identity splitStatements:false stripComments:false runOnChange:true
CREATE OR REPLACE FUNCTION queen_proxy.link_identity(p_user uuid, p_provider text, p_provider_id text, p_email text)
RETURNS boolean
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  v_email text := lower(btrim(p_email) COLLATE "C");
  v_tenant_id uuid;
BEGIN
  IF p_provider IS NULL OR p_provider NOT IN ('google', 'github') THEN
    RAISE EXCEPTION 'link_identity: provider is %, it must be google or github', queen_proxy.quote_argument(p_provider) USING ERRCODE = 'QP400';
  END IF;
  IF queen_proxy.is_blank(p_provider_id) THEN
    RAISE EXCEPTION 'link_identity: the provider''s id is blank: without it no account is named' USING ERRCODE = 'QP400';
  END IF;
  IF p_email IS NULL OR position('@' IN p_email) = 0 THEN
    RAISE EXCEPTION 'link_identity: % is no e-mail address: it needs an @', queen_proxy.quote_argument(p_email) USING ERRCODE = 'QP400';
  END IF;
  v_tenant_id := queen_proxy.hold_tenant_of_user(p_user);
  PERFORM 1 FROM queen_proxy.users WHERE id = p_user FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'link_identity: there is no user %', queen_proxy.quote_argument(p_user::text) USING ERRCODE = 'QP404';
  END IF;

  INSERT INTO queen_proxy.identities (user_id, provider, provider_id, email, verified)
  VALUES (p_user, p_provider, p_provider_id, v_email, true)
  ON CONFLICT (provider, provider_id) DO NOTHING;
  IF NOT FOUND THEN
    RETURN false;
  END IF;

  PERFORM queen_proxy.record_operation(v_tenant_id, NULL, 'user', p_user, 'identity_linked', p_user::text,
    jsonb_build_object('provider', p_provider));
  RETURN true;
END
$$;
COMMENT ON FUNCTION queen_proxy.link_identity(uuid, text, text, text) IS
  'Ties a verified outside account to a user and returns whether it was new; one that is tied already, to whomever, stays as it is (control plane, 6.3). QP400: provider, blank provider id, e-mail; QP404: unknown user.';
