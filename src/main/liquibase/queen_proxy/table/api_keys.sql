--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:080-create-api-keys splitStatements:false stripComments:false
--preconditions onFail:MARK_RAN
--precondition-sql-check expectedResult:0 SELECT count(*) FROM pg_catalog.pg_tables t WHERE t.schemaname = 'queen_proxy' AND t.tablename = 'api_keys' AND EXISTS (SELECT 1 FROM pg_catalog.pg_tables r WHERE r.schemaname = 'queen_proxy' AND r.tablename = 'schema_migrations')
-- Keys of programs, known by their SHA-256 only and bound to one cluster for life (control plane, 3.8 and 9).
CREATE TABLE queen_proxy.api_keys (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  cluster_id uuid NOT NULL REFERENCES queen_proxy.clusters (id) ON DELETE CASCADE,
  name text NOT NULL CHECK (btrim(name) <> ''),
  key_hash text NOT NULL UNIQUE CHECK (key_hash ~ '^[0-9a-f]{64}$'),
  scopes text[] NOT NULL DEFAULT '{}' CHECK (scopes <@ ARRAY['produce', 'consume', 'admin', 'read']),
  created_by uuid REFERENCES queen_proxy.users (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  revoked_at timestamptz
);
CREATE INDEX idx_api_keys_cluster ON queen_proxy.api_keys (cluster_id);

--changeset queen_proxy:081-index-api-keys-created-by splitStatements:false stripComments:false
-- Deleting a person clears this column; without the index that reads every key of the fleet.
CREATE INDEX idx_api_keys_created_by ON queen_proxy.api_keys (created_by) WHERE created_by IS NOT NULL;
