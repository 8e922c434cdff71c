--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:070-create-cluster-roles splitStatements:false stripComments:false
--preconditions onFail:MARK_RAN
--precondition-sql-check expectedResult:0 SELECT count(*) FROM pg_catalog.pg_tables t WHERE t.schemaname = 'queen_proxy' AND t.tablename = 'cluster_roles' AND EXISTS (SELECT 1 FROM pg_catalog.pg_tables r WHERE r.schemaname = 'queen_proxy' AND r.tablename = 'schema_migrations')
-- One role per person and cluster (control plane, 3.7).
CREATE TABLE queen_proxy.cluster_roles (
  user_id uuid NOT NULL REFERENCES queen_proxy.users (id) ON DELETE CASCADE,
  cluster_id uuid NOT NULL REFERENCES queen_proxy.clusters (id) ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('admin', 'producer', 'consumer', 'viewer')),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, cluster_id)
);
CREATE INDEX idx_cluster_roles_cluster ON queen_proxy.cluster_roles (cluster_id);
