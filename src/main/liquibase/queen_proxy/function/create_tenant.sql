--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:function-create_tenant splitStatements:false stripComments:false runOnChange:true
CREATE OR REPLACE FUNCTION queen_proxy.create_tenant(p_slug text, p_name text)
RETURNS uuid
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  v_slug text := lower(btrim(p_slug) COLLATE "C");
  v_name text := btrim(p_name);
  v_id uuid;
BEGIN
  IF queen_proxy.is_blank(p_slug) THEN
    RAISE EXCEPTION 'create_tenant: the slug is blank: give 1 to 63 letters, digits or inner hyphens' USING ERRCODE = 'QP400';
  END IF;
  IF queen_proxy.is_blank(p_name) THEN
    RAISE EXCEPTION 'create_tenant: the name is blank: give the organisation''s name' USING ERRCODE = 'QP400';
  END IF;

  INSERT INTO queen_proxy.tenants (slug, name) VALUES (v_slug, v_name) RETURNING id INTO v_id;

  PERFORM queen_proxy.record_operation(
    v_id, NULL, 'control_plane', NULL, 'tenant_created', v_id::text, jsonb_build_object('slug', v_slug, 'name', v_name));
  RETURN v_id;
END
$$;
COMMENT ON FUNCTION queen_proxy.create_tenant(text, text) IS
  'Creates an active tenant and returns its id (control plane, 6.2). QP400: blank slug or name; 23505: slug taken; 23514: slug pattern.';
