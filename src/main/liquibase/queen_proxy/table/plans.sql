--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:040-create-plans splitStatements:false stripComments:false
--preconditions onFail:MARK_RAN
--precondition-sql-check expectedResult:0 SELECT count(*) FROM pg_catalog.pg_tables t WHERE t.schemaname = 'queen_proxy' AND t.tablename = 'plans' AND EXISTS (SELECT 1 FROM pg_catalog.pg_tables r WHERE r.schemaname = 'queen_proxy' AND r.tablename = 'schema_migrations')
-- The catalogue. A limit of NULL is unlimited (control plane, 3.4).
-- Trap: the default of features counts only where an INSERT leaves the column out; '{}' turns every feature off.
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

--changeset queen_proxy:041-seed-plans splitStatements:false stripComments:false
--preconditions onFail:MARK_RAN
--precondition-sql-check expectedResult:0 SELECT count(*) FROM pg_catalog.pg_tables t WHERE t.schemaname = 'queen_proxy' AND t.tablename = 'plans' AND EXISTS (SELECT 1 FROM pg_catalog.pg_tables r WHERE r.schemaname = 'queen_proxy' AND r.tablename = 'schema_migrations')
-- Where the reference already seeded its catalogue, even a plan that was removed since stays removed.
INSERT INTO queen_proxy.plans (
  code, cell_class, max_req_per_sec, req_burst, max_msgs_per_sec, msgs_burst, max_queues, max_partitions_per_queue,
  max_parked_pops, max_payload_bytes, max_batch_items, max_retained_bytes, max_retention_seconds, features)
VALUES
  ('free', 'shared', 5, 25, 20, 100, 20, 8, 50, 262144, 1000, 1073741824, 604800,
    '{"kv": true, "timers": true, "ephemeral": true}'),
  ('dev', 'shared', 10, 50, 40, 200, 50, 16, 150, 524288, 2000, 3221225472, 1209600,
    '{"kv": true, "timers": true, "ephemeral": true}'),
  ('pro', 'shared', 50, 200, 200, 800, 200, 32, 1000, 1048576, 5000, 21474836480, 2592000,
    '{"kv": true, "timers": true, "ephemeral": true, "streams": true, "traces": true}'),
  ('dedicated-s', 'dedicated', 200, 800, 600, 2000, 1000, 64, 5000, 4194304, 10000, 214748364800, 7776000,
    '{"kv": true, "timers": true, "ephemeral": true, "streams": true, "traces": true}')
ON CONFLICT (code) DO NOTHING;
