--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:function-record_operation splitStatements:false stripComments:false runOnChange:true
CREATE OR REPLACE FUNCTION queen_proxy.record_operation(
  p_tenant_id uuid, p_cluster_id uuid, p_actor text, p_actor_id uuid, p_action text, p_target text, p_meta jsonb)
RETURNS uuid
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  v_id uuid;
BEGIN
  IF p_tenant_id IS NULL THEN
    RAISE EXCEPTION 'record_operation: the tenant id is NULL: every audit row belongs to a tenant' USING ERRCODE = 'QP400';
  END IF;
  IF p_actor IS NULL OR p_actor NOT IN ('user', 'api_key', 'control_plane', 'system') THEN
    RAISE EXCEPTION 'record_operation: actor is %, it must be user, api_key, control_plane or system',
      queen_proxy.quote_argument(p_actor) USING ERRCODE = 'QP400';
  END IF;
  IF queen_proxy.is_blank(p_action) THEN
    RAISE EXCEPTION 'record_operation: the action is blank: name what was done' USING ERRCODE = 'QP400';
  END IF;

  -- the foreign keys would take the same locks, in an order nobody chose
  PERFORM 1 FROM queen_proxy.tenants WHERE id = p_tenant_id FOR KEY SHARE;
  PERFORM 1 FROM queen_proxy.clusters WHERE id = p_cluster_id FOR KEY SHARE;

  INSERT INTO queen_proxy.operations (tenant_id, cluster_id, actor, actor_id, action, target, meta)
  VALUES (p_tenant_id, p_cluster_id, p_actor, p_actor_id, p_action, p_target, coalesce(p_meta, '{}'))
  RETURNING id INTO v_id;

  IF p_cluster_id IS NOT NULL THEN
    PERFORM pg_notify('queen_proxy_inval', p_cluster_id::text);
  END IF;
  RETURN v_id;
END
$$;
COMMENT ON FUNCTION queen_proxy.record_operation(uuid, uuid, text, uuid, text, text, jsonb) IS
  'Writes one audit row and, where a cluster is named, tells the proxies to forget it (control plane, 6.1). QP400: NULL tenant, unknown actor, blank action; 23503: no such tenant or cluster.';
