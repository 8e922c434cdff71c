--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:060-create-clusters splitStatements:false stripComments:false
--preconditions onFail:MARK_RAN
--precondition-sql-check expectedResult:0 SELECT count(*) FROM pg_catalog.pg_tables t WHERE t.schemaname = 'queen_proxy' AND t.tablename = 'clusters' AND EXISTS (SELECT 1 FROM pg_catalog.pg_tables r WHERE r.schemaname = 'queen_proxy' AND r.tablename = 'schema_migrations')
-- The tenant-visible Queen: one host name, one plan, one queue namespace (control plane, 3.6).
CREATE TABLE queen_proxy.clusters (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL REFERENCES queen_proxy.tenants (id) ON DELETE CASCADE,
  cell_id uuid NOT NULL REFERENCES queen_proxy.cells (id) ON DELETE RESTRICT,
  plan_id uuid NOT NULL REFERENCES queen_proxy.plans (id) ON DELETE RESTRICT,
  slug text NOT NULL UNIQUE CHECK (slug ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  broker_tenant_uuid uuid NOT NULL DEFAULT gen_random_uuid(),
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'push_blocked', 'suspended', 'deleting')),
  limit_overrides jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX idx_clusters_cell ON queen_proxy.clusters (cell_id);
CREATE INDEX idx_clusters_tenant ON queen_proxy.clusters (tenant_id);
COMMENT ON COLUMN queen_proxy.clusters.broker_tenant_uuid IS 'x-queen-tenant sent upstream; never tenants.id';

--changeset queen_proxy:061-require-unique-broker-tenant splitStatements:false stripComments:false
-- Two clusters with one broker tenant would read each other's messages: a database that holds such a pair
-- does not start until somebody has parted them.
ALTER TABLE queen_proxy.clusters
  ADD CONSTRAINT clusters_broker_tenant_uuid_key UNIQUE (broker_tenant_uuid);

--changeset queen_proxy:062-check-clusters-limit-overrides splitStatements:false stripComments:false
-- A value that is not an object overrides nothing, so nothing is lost by writing it as the empty object.
UPDATE queen_proxy.clusters SET limit_overrides = '{}' WHERE jsonb_typeof(limit_overrides) <> 'object';
ALTER TABLE queen_proxy.clusters
  ADD CONSTRAINT clusters_limit_overrides_object CHECK (jsonb_typeof(limit_overrides) = 'object');

--changeset queen_proxy:063-index-clusters-plan splitStatements:false stripComments:false
-- upsert_plan tells every cluster on the plan.
CREATE INDEX idx_clusters_plan ON queen_proxy.clusters (plan_id);
