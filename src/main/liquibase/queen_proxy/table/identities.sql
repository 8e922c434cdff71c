--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:030-create-identities splitStatements:false stripComments:false
--preconditions onFail:MARK_RAN
--precondition-sql-check expectedResult:0 SELECT count(*) FROM pg_catalog.pg_tables t WHERE t.schemaname = 'queen_proxy' AND t.tablename = 'identities' AND EXISTS (SELECT 1 FROM pg_catalog.pg_tables r WHERE r.schemaname = 'queen_proxy' AND r.tablename = 'schema_migrations')
-- Accounts of outside providers that open a user's door; only the OAuth paths write here (control plane, 3.3).
CREATE TABLE queen_proxy.identities (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES queen_proxy.users (id) ON DELETE CASCADE,
  provider text NOT NULL CHECK (provider IN ('local', 'google', 'github')),
  provider_id text NOT NULL,
  email text NOT NULL,
  verified boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (provider, provider_id)
);
CREATE INDEX idx_identities_user ON queen_proxy.identities (user_id);
