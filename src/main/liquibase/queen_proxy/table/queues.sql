--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:090-create-queues splitStatements:false stripComments:false
--preconditions onFail:MARK_RAN
--precondition-sql-check expectedResult:0 SELECT count(*) FROM pg_catalog.pg_tables t WHERE t.schemaname = 'queen_proxy' AND t.tablename = 'queues' AND EXISTS (SELECT 1 FROM pg_catalog.pg_tables r WHERE r.schemaname = 'queen_proxy' AND r.tablename = 'schema_migrations')
-- What the proxy remembers of the broker's queues: a cache, not the truth (control plane, 3.9).
CREATE TABLE queen_proxy.queues (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  cluster_id uuid NOT NULL REFERENCES queen_proxy.clusters (id) ON DELETE CASCADE,
  name text NOT NULL CHECK (btrim(name) <> ''),
  partitions_count integer NOT NULL DEFAULT 0 CHECK (partitions_count >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz
);
CREATE UNIQUE INDEX uq_queues_cluster_name_live ON queen_proxy.queues (cluster_id, name) WHERE deleted_at IS NULL;
