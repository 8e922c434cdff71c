--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:function-emit_outbox splitStatements:false stripComments:false runOnChange:true
CREATE OR REPLACE FUNCTION queen_proxy.emit_outbox(p_kind text, p_payload jsonb)
RETURNS uuid
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  v_id uuid;
BEGIN
  IF queen_proxy.is_blank(p_kind) THEN
    RAISE EXCEPTION 'emit_outbox: the kind is blank: name what happened' USING ERRCODE = 'QP400';
  END IF;
  -- the only conflict there can be is that of uq_outbox_monthly_quota
  INSERT INTO queen_proxy.outbox (kind, payload) VALUES (p_kind, coalesce(p_payload, '{}'))
  ON CONFLICT DO NOTHING
  RETURNING id INTO v_id;
  RETURN v_id;
END
$$;
COMMENT ON FUNCTION queen_proxy.emit_outbox(text, jsonb) IS
  'Leaves an event for other systems and returns its id; NULL when a monthly quota event was announced before (control plane, 6.6). QP400: blank kind.';
