--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:150-create-outbox splitStatements:false stripComments:false
--preconditions onFail:MARK_RAN
--precondition-sql-check expectedResult:0 SELECT count(*) FROM pg_catalog.pg_tables t WHERE t.schemaname = 'queen_proxy' AND t.tablename = 'outbox' AND EXISTS (SELECT 1 FROM pg_catalog.pg_tables r WHERE r.schemaname = 'queen_proxy' AND r.tablename = 'schema_migrations')
-- Events for other systems, which set consumed_at. No foreign key, so that they outlive their tenant (control plane, 3.15).
CREATE TABLE queen_proxy.outbox (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind text NOT NULL CHECK (btrim(kind) <> ''),
  payload jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  consumed_at timestamptz
);
CREATE INDEX idx_outbox_unconsumed ON queen_proxy.outbox (created_at) WHERE consumed_at IS NULL;

--changeset queen_proxy:151-require-one-quota-event-per-month splitStatements:false stripComments:false
-- The reference could announce one crossing twice. The copy that was read first stays as it is; the others keep
-- their payload under a kind that no consumer knows, so no row is lost and nobody is told twice.
UPDATE queen_proxy.outbox SET kind = 'duplicate_' || kind
WHERE id IN (
  SELECT id FROM (
    SELECT id, row_number() OVER (
      PARTITION BY payload ->> 'cluster_id', payload ->> 'month', kind ORDER BY consumed_at NULLS LAST, created_at, id) AS nth
    FROM queen_proxy.outbox
    WHERE kind LIKE 'cluster_monthly_quota_%' AND payload ->> 'cluster_id' IS NOT NULL AND payload ->> 'month' IS NOT NULL
  ) AS announced
  WHERE nth > 1);
CREATE UNIQUE INDEX uq_outbox_monthly_quota ON queen_proxy.outbox ((payload ->> 'cluster_id'), (payload ->> 'month'), kind)
  WHERE kind LIKE 'cluster_monthly_quota_%';
