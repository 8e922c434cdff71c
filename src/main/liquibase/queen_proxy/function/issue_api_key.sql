--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:function-issue_api_key splitStatements:false stripComments:false runOnChange:true
CREATE OR REPLACE FUNCTION queen_proxy.issue_api_key(
  p_cluster_id uuid, p_name text, p_key_hash text, p_scopes text[], p_created_by uuid DEFAULT NULL)
RETURNS uuid
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  c_scopes CONSTANT text[] := ARRAY['produce', 'consume', 'admin', 'read'];
  v_name text := btrim(p_name);
  v_tenant_id uuid;
  v_id uuid;
BEGIN
  IF queen_proxy.is_blank(p_name) THEN
    RAISE EXCEPTION 'issue_api_key: the name is blank: say what the key is for' USING ERRCODE = 'QP400';
  END IF;
  IF p_key_hash IS NULL OR (p_key_hash COLLATE "C") !~ '^[0-9a-f]{64}$' THEN
    -- the value may be the key itself: it is not repeated
    RAISE EXCEPTION 'issue_api_key: the key hash is not 64 lower-case hex digits: pass the SHA-256 of the key' USING ERRCODE = 'QP400';
  END IF;
  IF p_scopes IS NULL OR cardinality(p_scopes) = 0 THEN
    RAISE EXCEPTION 'issue_api_key: no scope is given: choose from %', array_to_string(c_scopes, ', ') USING ERRCODE = 'QP400';
  END IF;
  IF NOT p_scopes <@ c_scopes THEN
    RAISE EXCEPTION 'issue_api_key: the scopes are %, each must be one of %',
      queen_proxy.quote_argument(array_to_string(p_scopes, ', ', 'NULL')), array_to_string(c_scopes, ', ') USING ERRCODE = 'QP400';
  END IF;
  v_tenant_id := queen_proxy.hold_tenant_of_cluster(p_cluster_id);
  PERFORM 1 FROM queen_proxy.clusters WHERE id = p_cluster_id FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'issue_api_key: there is no cluster %', queen_proxy.quote_argument(p_cluster_id::text) USING ERRCODE = 'QP404';
  END IF;
  IF p_created_by IS NOT NULL THEN
    PERFORM 1 FROM queen_proxy.users WHERE id = p_created_by FOR KEY SHARE;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'issue_api_key: there is no user %', queen_proxy.quote_argument(p_created_by::text) USING ERRCODE = 'QP404';
    END IF;
  END IF;

  INSERT INTO queen_proxy.api_keys (cluster_id, name, key_hash, scopes, created_by)
  VALUES (p_cluster_id, v_name, p_key_hash, p_scopes, p_created_by)
  RETURNING id INTO v_id;

  PERFORM queen_proxy.record_operation(v_tenant_id, p_cluster_id, 'control_plane', NULL, 'api_key_issued', v_id::text,
    jsonb_build_object('name', v_name, 'scopes', to_jsonb(p_scopes)));
  RETURN v_id;
END
$$;
COMMENT ON FUNCTION queen_proxy.issue_api_key(uuid, text, text, text[], uuid) IS
  'Stores a key by its SHA-256 and returns its id; the plain text never comes here (control plane, 6.4 and 9). QP400: blank name, hash, scopes; QP404: unknown cluster or creator; 23505: the hash exists.';
