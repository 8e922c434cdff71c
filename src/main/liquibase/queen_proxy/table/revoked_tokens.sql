--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:140-create-revoked-tokens splitStatements:false stripComments:false
--preconditions onFail:MARK_RAN
--precondition-sql-check expectedResult:0 SELECT count(*) FROM pg_catalog.pg_tables t WHERE t.schemaname = 'queen_proxy' AND t.tablename = 'revoked_tokens' AND EXISTS (SELECT 1 FROM pg_catalog.pg_tables r WHERE r.schemaname = 'queen_proxy' AND r.tablename = 'schema_migrations')
-- Sessions ended before their time; jti is text, so that ids of foreign issuers fit (control plane, 3.14).
CREATE TABLE queen_proxy.revoked_tokens (
  jti text PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX idx_revoked_tokens_expires ON queen_proxy.revoked_tokens (expires_at);
