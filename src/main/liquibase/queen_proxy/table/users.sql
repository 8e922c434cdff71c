--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:020-create-users splitStatements:false stripComments:false
--preconditions onFail:MARK_RAN
--precondition-sql-check expectedResult:0 SELECT count(*) FROM pg_catalog.pg_tables t WHERE t.schemaname = 'queen_proxy' AND t.tablename = 'users' AND EXISTS (SELECT 1 FROM pg_catalog.pg_tables r WHERE r.schemaname = 'queen_proxy' AND r.tablename = 'schema_migrations')
-- People. A user belongs to one tenant; what they may do stands in cluster_roles (control plane, 3.2).
CREATE TABLE queen_proxy.users (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL REFERENCES queen_proxy.tenants (id) ON DELETE CASCADE,
  email text NOT NULL UNIQUE,
  password_hash text,
  name text CONSTRAINT users_name_valid CHECK (name IS NULL OR (btrim(name) <> '' AND char_length(name) <= 160)),
  is_operator boolean NOT NULL DEFAULT false,
  last_login_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX idx_users_tenant ON queen_proxy.users (tenant_id);
CREATE INDEX idx_users_operator ON queen_proxy.users (email) WHERE is_operator;
COMMENT ON COLUMN queen_proxy.users.password_hash IS 'bcrypt; NULL: no local login';
COMMENT ON COLUMN queen_proxy.users.last_login_at IS 'last successful interactive login; NULL: never';

--changeset queen_proxy:021-add-users-password-changed-at splitStatements:false stripComments:false
ALTER TABLE queen_proxy.users ADD COLUMN password_changed_at timestamptz;
COMMENT ON COLUMN queen_proxy.users.password_changed_at IS
  'set by set_user_password only; NULL: not changed since the user was created; older sessions are refused';

--changeset queen_proxy:022-check-users-email splitStatements:false stripComments:false
-- An address typed in by hand beside the functions is folded first. Where two rows then meet, the
-- unique index stops the update: two accounts with one address are for a person to sort out.
UPDATE queen_proxy.users SET email = lower(btrim(email) COLLATE "C") WHERE email <> lower(btrim(email) COLLATE "C");
ALTER TABLE queen_proxy.users
  ADD CONSTRAINT users_email_folded CHECK (email = lower(btrim(email) COLLATE "C")),
  ADD CONSTRAINT users_email_length CHECK (char_length(email) <= 320);
