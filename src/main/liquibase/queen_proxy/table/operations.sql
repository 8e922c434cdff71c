--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:130-create-operations splitStatements:false stripComments:false
--preconditions onFail:MARK_RAN
--precondition-sql-check expectedResult:0 SELECT count(*) FROM pg_catalog.pg_tables t WHERE t.schemaname = 'queen_proxy' AND t.tablename = 'operations' AND EXISTS (SELECT 1 FROM pg_catalog.pg_tables r WHERE r.schemaname = 'queen_proxy' AND r.tablename = 'schema_migrations')
-- The audit trail: appended to, never changed; only delete_tenant removes rows (control plane, 3.13).
CREATE TABLE queen_proxy.operations (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL REFERENCES queen_proxy.tenants (id),
  cluster_id uuid REFERENCES queen_proxy.clusters (id) ON DELETE SET NULL,
  actor text NOT NULL CHECK (actor IN ('user', 'api_key', 'control_plane', 'system')),
  actor_id uuid,
  action text NOT NULL CHECK (btrim(action) <> ''),
  target text,
  meta jsonb NOT NULL DEFAULT '{}',
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX idx_operations_tenant_at ON queen_proxy.operations (tenant_id, at DESC);
CREATE INDEX idx_operations_cluster_at ON queen_proxy.operations (cluster_id, at DESC) WHERE cluster_id IS NOT NULL;
