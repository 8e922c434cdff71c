-- Two roles for schema queen_proxy (control plane, 2.1). Optional, and no migration: run it as a superuser, in the
-- proxy's database, once the schema is there and again after each release (functions are added). It may be repeated.
--
--   psql -v ON_ERROR_STOP=1 -d queen_proxy -f grants.sql
--
-- queen_proxy_admin owns every object: schema updates run as it, and whoever runs the fleet calls its functions.
-- queen_proxy_app is the proxy process: a compromised one can mint no operator, edit no plan and erase no tenant.
-- Both roles are made without a password: ALTER ROLE queen_proxy_app PASSWORD '…' before the proxy logs in with one.

DO $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'queen_proxy_admin') THEN
    CREATE ROLE queen_proxy_admin LOGIN;
  END IF;
  IF NOT EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'queen_proxy_app') THEN
    CREATE ROLE queen_proxy_app LOGIN;
  END IF;
END
$$;

-- every object to its owner
ALTER SCHEMA queen_proxy OWNER TO queen_proxy_admin;
DO $$
DECLARE
  v_statement text;
BEGIN
  FOR v_statement IN
    SELECT format('ALTER %s %s OWNER TO queen_proxy_admin',
        CASE c.relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'TABLE' END, c.oid::regclass)
    FROM pg_catalog.pg_class c
    WHERE c.relnamespace = 'queen_proxy'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm')
    UNION ALL
    SELECT format('ALTER FUNCTION %s OWNER TO queen_proxy_admin', p.oid::regprocedure)
    FROM pg_catalog.pg_proc p WHERE p.pronamespace = 'queen_proxy'::regnamespace AND p.prokind = 'f'
  LOOP
    EXECUTE v_statement;
  END LOOP;
END
$$;

-- nothing for PUBLIC, neither what is here nor what a later release adds
REVOKE ALL ON SCHEMA queen_proxy FROM PUBLIC;
REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA queen_proxy FROM PUBLIC, queen_proxy_app;
REVOKE ALL ON ALL TABLES IN SCHEMA queen_proxy FROM PUBLIC, queen_proxy_app;
ALTER DEFAULT PRIVILEGES FOR ROLE queen_proxy_admin REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;

-- the proxy process reads, view cluster_state included
GRANT USAGE ON SCHEMA queen_proxy TO queen_proxy_app;
GRANT SELECT ON ALL TABLES IN SCHEMA queen_proxy TO queen_proxy_app;

-- and calls these functions
GRANT EXECUTE ON FUNCTION
  queen_proxy.record_operation(uuid, uuid, text, uuid, text, text, jsonb),
  queen_proxy.create_user(uuid, text, text, text),
  queen_proxy.set_user_name(uuid, text),
  queen_proxy.grant_cluster_role(uuid, text, text),
  queen_proxy.revoke_cluster_role(uuid, text),
  queen_proxy.record_user_login(uuid),
  queen_proxy.revoke_session(text, timestamptz, text, uuid),
  queen_proxy.sweep_revoked_tokens(),
  queen_proxy.link_identity(uuid, text, text, text),
  queen_proxy.provision_oauth_user(text, text, text, text, text),
  queen_proxy.issue_api_key(uuid, text, text, text[], uuid),
  queen_proxy.revoke_api_key(uuid),
  queen_proxy.emit_outbox(text, jsonb),
  queen_proxy.record_usage(uuid, jsonb),
  queen_proxy.rollup_usage_days(date, boolean),
  queen_proxy.prune_usage_minutes(integer),
  queen_proxy.prune_outbox(integer),
  queen_proxy.cluster_month_msgs(uuid, date),
  queen_proxy.msgs_between(uuid, date, date),
  queen_proxy.effective_cluster(uuid)
TO queen_proxy_app;

-- which call these
GRANT EXECUTE ON FUNCTION
  queen_proxy.hold_tenant_of_cluster(uuid),
  queen_proxy.hold_tenant_of_user(uuid),
  queen_proxy.is_bcrypt(text),
  queen_proxy.is_blank(text),
  queen_proxy.is_whole(jsonb, numeric, numeric),
  queen_proxy.limit_maximum(text),
  queen_proxy.limit_names(),
  queen_proxy.quote_argument(text),
  queen_proxy.usage_row_problem(jsonb),
  queen_proxy.utc_text(timestamptz)
TO queen_proxy_app;

-- The functions run with the caller's rights, so these are needed as well: by column where one column must stay out
-- of reach.
GRANT INSERT ON
  queen_proxy.operations, queen_proxy.outbox, queen_proxy.identities, queen_proxy.cluster_roles, queen_proxy.api_keys,
  queen_proxy.revoked_tokens, queen_proxy.usage_minutes, queen_proxy.usage_days, queen_proxy.usage_batches,
  queen_proxy.usage_late_days, queen_proxy.queues
TO queen_proxy_app;
GRANT INSERT (tenant_id, email, password_hash), UPDATE (name, last_login_at) ON queen_proxy.users TO queen_proxy_app;
GRANT UPDATE (role), DELETE ON queen_proxy.cluster_roles TO queen_proxy_app;
GRANT UPDATE (last_used_at, revoked_at) ON queen_proxy.api_keys TO queen_proxy_app;
GRANT UPDATE ON queen_proxy.usage_minutes, queen_proxy.usage_days, queen_proxy.queues TO queen_proxy_app;
GRANT DELETE ON
  queen_proxy.usage_minutes, queen_proxy.usage_batches, queen_proxy.usage_late_days, queen_proxy.revoked_tokens,
  queen_proxy.outbox
TO queen_proxy_app;

-- a row can be locked only by a role that may update some column of it
GRANT UPDATE (created_at) ON queen_proxy.tenants, queen_proxy.clusters TO queen_proxy_app;
