--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:010-create-tenants splitStatements:false stripComments:false
--preconditions onFail:MARK_RAN
--precondition-sql-check expectedResult:0 SELECT count(*) FROM pg_catalog.pg_tables t WHERE t.schemaname = 'queen_proxy' AND t.tablename = 'tenants' AND EXISTS (SELECT 1 FROM pg_catalog.pg_tables r WHERE r.schemaname = 'queen_proxy' AND r.tablename = 'schema_migrations')
-- The organisation (control plane, 3.1).
CREATE TABLE queen_proxy.tenants (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  slug text NOT NULL UNIQUE CHECK (slug ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  name text NOT NULL CHECK (btrim(name) <> ''),
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'grace', 'suspended', 'deleting')),
  created_at timestamptz NOT NULL DEFAULT now()
);
