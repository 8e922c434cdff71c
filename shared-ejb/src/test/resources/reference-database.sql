-- A database as the reference proxy (its releases that keep their state in PostgreSQL) leaves it: control plane,
-- section 3 without what is marked [+], the shape of its functions where it matters, and some rows.

CREATE EXTENSION pgcrypto WITH SCHEMA public;
CREATE SCHEMA queen_proxy;
CREATE TABLE queen_proxy.schema_migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now());
INSERT INTO queen_proxy.schema_migrations (name)
VALUES ('001_init'), ('002_second'), ('003_third'), ('004_fourth'), ('005_fifth'), ('006_sixth'), ('007_seventh'),
  ('008_eighth'), ('009_ninth'), ('010_tenth'), ('011_user_last_login');

CREATE TABLE queen_proxy.tenants (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  slug text NOT NULL UNIQUE CHECK (slug ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  name text NOT NULL CHECK (btrim(name) <> ''),
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'grace', 'suspended', 'deleting')),
  created_at timestamptz NOT NULL DEFAULT now()
);

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

CREATE TABLE queen_proxy.plans (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  code text NOT NULL UNIQUE CHECK (code ~ '^[a-z][a-z0-9-]*$'),
  cell_class text NOT NULL CHECK (cell_class IN ('shared', 'dedicated')),
  max_req_per_sec integer CHECK (max_req_per_sec > 0),
  req_burst integer CHECK (req_burst > 0),
  max_msgs_per_sec integer CHECK (max_msgs_per_sec > 0),
  msgs_burst integer CHECK (msgs_burst > 0),
  max_queues integer CHECK (max_queues > 0),
  max_partitions_per_queue integer CHECK (max_partitions_per_queue > 0),
  max_parked_pops integer CHECK (max_parked_pops > 0),
  max_payload_bytes integer CHECK (max_payload_bytes > 0),
  max_batch_items integer CHECK (max_batch_items > 0),
  max_retained_bytes bigint CHECK (max_retained_bytes > 0),
  max_retention_seconds integer CHECK (max_retention_seconds > 0),
  monthly_msgs_quota bigint CHECK (monthly_msgs_quota > 0),
  features jsonb NOT NULL DEFAULT '{"kv": true, "timers": true, "ephemeral": true}',
  created_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN queen_proxy.plans.cell_class IS 'descriptive only: nothing ties it to cells.class';

CREATE TABLE queen_proxy.cells (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  slug text NOT NULL UNIQUE CHECK (btrim(slug) <> ''),
  region text NOT NULL CHECK (btrim(region) <> ''),
  base_url text NOT NULL CHECK (btrim(base_url) <> ''),
  class text NOT NULL CHECK (class IN ('shared', 'dedicated')),
  capacity_slots integer NOT NULL DEFAULT 0 CHECK (capacity_slots >= 0),
  used_slots integer NOT NULL DEFAULT 0 CHECK (used_slots >= 0),
  broker_version text,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'draining', 'dead')),
  cell_secret text,
  created_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN queen_proxy.cells.cell_secret IS
  'bearer token for the broker, in plain text; NULL: no Authorization is sent';

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

CREATE TABLE queen_proxy.cluster_roles (
  user_id uuid NOT NULL REFERENCES queen_proxy.users (id) ON DELETE CASCADE,
  cluster_id uuid NOT NULL REFERENCES queen_proxy.clusters (id) ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('admin', 'producer', 'consumer', 'viewer')),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, cluster_id)
);
CREATE INDEX idx_cluster_roles_cluster ON queen_proxy.cluster_roles (cluster_id);

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

CREATE TABLE queen_proxy.queues (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  cluster_id uuid NOT NULL REFERENCES queen_proxy.clusters (id) ON DELETE CASCADE,
  name text NOT NULL CHECK (btrim(name) <> ''),
  partitions_count integer NOT NULL DEFAULT 0 CHECK (partitions_count >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz
);
CREATE UNIQUE INDEX uq_queues_cluster_name_live ON queen_proxy.queues (cluster_id, name) WHERE deleted_at IS NULL;

CREATE TABLE queen_proxy.usage_minutes (
  cluster_id uuid NOT NULL REFERENCES queen_proxy.clusters (id) ON DELETE CASCADE,
  minute timestamptz NOT NULL,
  op_class text NOT NULL CHECK (op_class IN ('push', 'delivery', 'txn', 'configure', 'read')),
  msgs bigint NOT NULL DEFAULT 0 CHECK (msgs >= 0),
  reqs bigint NOT NULL DEFAULT 0 CHECK (reqs >= 0),
  bytes_in bigint NOT NULL DEFAULT 0 CHECK (bytes_in >= 0),
  bytes_out bigint NOT NULL DEFAULT 0 CHECK (bytes_out >= 0),
  PRIMARY KEY (cluster_id, minute, op_class)
);
CREATE INDEX idx_usage_minutes_minute ON queen_proxy.usage_minutes (minute);

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

CREATE TABLE queen_proxy.revoked_tokens (
  jti text PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX idx_revoked_tokens_expires ON queen_proxy.revoked_tokens (expires_at);

CREATE TABLE queen_proxy.outbox (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind text NOT NULL CHECK (btrim(kind) <> ''),
  payload jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  consumed_at timestamptz
);
CREATE INDEX idx_outbox_unconsumed ON queen_proxy.outbox (created_at) WHERE consumed_at IS NULL;

CREATE FUNCTION queen_proxy.issue_api_key(p_cluster_id uuid, p_name text, p_key_hash text, p_scopes text[])
RETURNS uuid LANGUAGE sql AS 'SELECT NULL::uuid';
CREATE FUNCTION queen_proxy.rollup_usage_days(p_through date DEFAULT NULL)
RETURNS integer LANGUAGE sql AS 'SELECT 0';
CREATE FUNCTION queen_proxy.create_tenant(p_slug text, p_name text)
RETURNS uuid LANGUAGE sql AS 'SELECT NULL::uuid';
CREATE FUNCTION queen_proxy.delete_tenant(p_tenant_id uuid, p_force boolean DEFAULT false)
RETURNS jsonb LANGUAGE sql AS 'SELECT NULL::jsonb';

INSERT INTO queen_proxy.plans (code, cell_class, max_queues)
VALUES ('free', 'shared', 21), ('dev', 'shared', 50), ('dedicated-s', 'dedicated', 1000);
INSERT INTO queen_proxy.cells (slug, region, base_url, class) VALUES ('local', 'eu', 'http://127.0.0.1:6710', 'shared');
INSERT INTO queen_proxy.tenants (slug, name) VALUES ('acme', 'Acme');
INSERT INTO queen_proxy.clusters (tenant_id, cell_id, plan_id, slug, limit_overrides)
SELECT t.id, c.id, p.id, o.slug, o.overrides
FROM queen_proxy.tenants t, queen_proxy.cells c, queen_proxy.plans p,
  (VALUES ('one', '{"max_queues": 7}'::jsonb), ('two', 'null')) AS o (slug, overrides)
WHERE p.code = 'free';
-- one address typed in by hand
INSERT INTO queen_proxy.users (tenant_id, email) SELECT id, unnest(ARRAY['ann@acme.example', ' Bob@acme.example']) FROM queen_proxy.tenants;
INSERT INTO queen_proxy.identities (user_id, provider, provider_id, email) SELECT id, 'google', 'g', email FROM queen_proxy.users WHERE email LIKE 'ann%';
INSERT INTO queen_proxy.cluster_roles (user_id, cluster_id, role) SELECT u.id, c.id, 'admin' FROM queen_proxy.users u, queen_proxy.clusters c;
INSERT INTO queen_proxy.api_keys (cluster_id, name, key_hash, scopes)
SELECT id, 'ci', encode(sha256(slug::bytea), 'hex'), ARRAY['produce'] FROM queen_proxy.clusters;
INSERT INTO queen_proxy.queues (cluster_id, name) SELECT id, 'orders' FROM queen_proxy.clusters;
INSERT INTO queen_proxy.usage_minutes (cluster_id, minute, op_class, msgs)
SELECT id, '2025-12-31 23:59:00+00', 'push', 5 FROM queen_proxy.clusters WHERE slug = 'one';
INSERT INTO queen_proxy.usage_days (cluster_id, day, op_class, msgs) SELECT id, '2025-12-30', 'push', 5 FROM queen_proxy.clusters;
INSERT INTO queen_proxy.operations (tenant_id, cluster_id, actor, action)
SELECT t.id, c.id, 'control_plane', 'cluster_created' FROM queen_proxy.tenants t, queen_proxy.clusters c;
INSERT INTO queen_proxy.revoked_tokens VALUES ('j', '2031-01-01 00:00:00+00');
INSERT INTO queen_proxy.outbox (kind, payload, created_at, consumed_at) VALUES
  ('cluster_monthly_quota_warning', '{"cluster_id": "c", "month": "2026-01", "n": 1}', '2026-01-10', NULL),
  ('cluster_monthly_quota_warning', '{"cluster_id": "c", "month": "2026-01", "n": 2}', '2026-01-11', '2026-01-12'),
  ('cluster_monthly_quota_blocked', '{"cluster_id": "c", "month": "2026-01", "n": 3}', '2026-01-12', NULL),
  ('cluster_monthly_quota_warning', '{"cluster_id": "d", "month": "2026-01", "n": 4}', '2026-01-12', NULL),
  ('tenant_bootstrapped', '{"n": 5}', '2026-01-12', NULL);
