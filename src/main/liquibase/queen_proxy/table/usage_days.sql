--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:110-create-usage-days splitStatements:false stripComments:false
--preconditions onFail:MARK_RAN
--precondition-sql-check expectedResult:0 SELECT count(*) FROM pg_catalog.pg_tables t WHERE t.schemaname = 'queen_proxy' AND t.tablename = 'usage_days' AND EXISTS (SELECT 1 FROM pg_catalog.pg_tables r WHERE r.schemaname = 'queen_proxy' AND r.tablename = 'schema_migrations')
-- Metered use per UTC day, kept for ever (control plane, 3.11).
CREATE TABLE queen_proxy.usage_days (
  cluster_id uuid NOT NULL REFERENCES queen_proxy.clusters (id) ON DELETE CASCADE,
  day date NOT NULL,
  op_class text NOT NULL CHECK (op_class IN ('push', 'delivery', 'txn', 'configure', 'read')),
  msgs bigint NOT NULL DEFAULT 0 CHECK (msgs >= 0),
  reqs bigint NOT NULL DEFAULT 0 CHECK (reqs >= 0),
  bytes_in bigint NOT NULL DEFAULT 0 CHECK (bytes_in >= 0),
  bytes_out bigint NOT NULL DEFAULT 0 CHECK (bytes_out >= 0),
  PRIMARY KEY (cluster_id, day, op_class)
);
CREATE INDEX idx_usage_days_day ON queen_proxy.usage_days (day);
