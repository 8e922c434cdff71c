--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:function-delete_user splitStatements:false stripComments:false runOnChange:true
CREATE OR REPLACE FUNCTION queen_proxy.delete_user(p_user_id uuid, p_actor text DEFAULT 'control_plane')
RETURNS jsonb
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  v_user queen_proxy.users;
  v_only_admin_of text;
  v_cluster_ids uuid[];
  v_roles jsonb;
  v_keys jsonb;
BEGIN
  IF p_user_id IS NULL THEN
    RAISE EXCEPTION 'delete_user: the user id is NULL: name the user' USING ERRCODE = 'QP400';
  END IF;
  PERFORM queen_proxy.hold_tenant_of_user(p_user_id);
  -- stronger than a key share: of two admins who are deleted at once, the second finds himself the only one
  PERFORM 1 FROM queen_proxy.clusters
  WHERE id IN (SELECT cluster_id FROM queen_proxy.cluster_roles WHERE user_id = p_user_id)
  ORDER BY id FOR NO KEY UPDATE;
  SELECT * INTO v_user FROM queen_proxy.users WHERE id = p_user_id FOR UPDATE;
  IF NOT FOUND THEN
    RETURN jsonb_build_object('deleted', false, 'existed', false, 'user_id', p_user_id);
  END IF;
  -- again, for a role that came before the user was locked
  PERFORM 1 FROM queen_proxy.clusters
  WHERE id IN (SELECT cluster_id FROM queen_proxy.cluster_roles WHERE user_id = p_user_id)
  ORDER BY id FOR NO KEY UPDATE;

  SELECT string_agg(c.slug, ', ' ORDER BY c.slug COLLATE "C") INTO v_only_admin_of
  FROM queen_proxy.cluster_roles own JOIN queen_proxy.clusters c ON c.id = own.cluster_id
  WHERE own.user_id = p_user_id AND own.role = 'admin' AND c.status <> 'deleting'
    AND NOT EXISTS (
      SELECT 1 FROM queen_proxy.cluster_roles other
      WHERE other.cluster_id = own.cluster_id AND other.role = 'admin' AND other.user_id <> p_user_id);
  IF v_only_admin_of IS NOT NULL THEN
    RAISE EXCEPTION 'delete_user: user % is the only admin of %: make somebody else admin first',
      queen_proxy.quote_argument(v_user.email), v_only_admin_of USING ERRCODE = 'QP409';
  END IF;
  IF v_user.is_operator THEN
    -- of two operators who are deleted at once, the second finds himself the last
    PERFORM pg_advisory_xact_lock(hashtext('queen_proxy_operators'));
    IF NOT EXISTS (SELECT 1 FROM queen_proxy.users WHERE is_operator AND id <> p_user_id) THEN
      RAISE EXCEPTION 'delete_user: user % is the last operator: make somebody else operator first, or call set_operator',
        queen_proxy.quote_argument(v_user.email) USING ERRCODE = 'QP409';
    END IF;
  END IF;

  SELECT coalesce(array_agg(cluster_id ORDER BY cluster_id), '{}'),
      coalesce(jsonb_agg(jsonb_build_object('cluster_id', cluster_id, 'role', role) ORDER BY cluster_id), '[]')
    INTO v_cluster_ids, v_roles FROM queen_proxy.cluster_roles WHERE user_id = p_user_id;
  SELECT coalesce(jsonb_agg(id ORDER BY id), '[]') INTO v_keys
  FROM queen_proxy.api_keys WHERE created_by = p_user_id AND revoked_at IS NULL;

  DELETE FROM queen_proxy.users WHERE id = p_user_id;

  PERFORM queen_proxy.record_operation(v_user.tenant_id, NULL, p_actor, p_user_id, 'user_deleted', p_user_id::text,
    jsonb_build_object('email', v_user.email, 'roles', v_roles, 'keys_created', v_keys));
  PERFORM pg_notify('queen_proxy_inval', id::text) FROM unnest(v_cluster_ids) AS id;
  RETURN jsonb_build_object('deleted', true, 'existed', true, 'user_id', p_user_id, 'roles', v_roles, 'keys_created', v_keys);
END
$$;
COMMENT ON FUNCTION queen_proxy.delete_user(uuid, text) IS
  'Removes a person with identities and roles; keys the person created stay valid and are listed as keys_created. An unknown user is no error (control plane, 6.8). QP400: NULL id, unknown actor; QP409: only admin of a cluster that is not being deleted, last operator.';
