--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:001-create-pgcrypto splitStatements:false stripComments:false
--preconditions onFail:MARK_RAN
--precondition-sql-check expectedResult:0 SELECT count(*) FROM pg_catalog.pg_extension WHERE extname = 'pgcrypto'
-- Skipped where an administrator installed it: creating an extension, even "if not exists", takes rights
-- that the service's role need not have.
CREATE EXTENSION IF NOT EXISTS pgcrypto WITH SCHEMA public;

--changeset queen_proxy:002-check-release-of-reference splitStatements:false stripComments:false
-- Takeover of a database that the reference proxy made (control plane, 2.2): its tables are adopted as they are, so they
-- must be those of its last PostgreSQL release.
DO $$
DECLARE
  v_complete boolean := true;
BEGIN
  IF to_regclass('queen_proxy.schema_migrations') IS NOT NULL THEN
    SELECT EXISTS (SELECT 1 FROM queen_proxy.schema_migrations WHERE name LIKE '011_user_last_login%') INTO v_complete;
  END IF;
  IF NOT v_complete THEN
    RAISE EXCEPTION 'queen_proxy.schema_migrations lacks 011_user_last_login: this database was made by an older queen_proxy; start the last release that keeps its state in PostgreSQL on it once, then start again';
  END IF;
END
$$;

--changeset queen_proxy:003-drop-ambiguous-functions-of-reference splitStatements:false stripComments:false
-- Beside ours, which have one more argument with a default, the shorter call would be ambiguous (42725).
DROP FUNCTION IF EXISTS queen_proxy.issue_api_key(uuid, text, text, text[]);
DROP FUNCTION IF EXISTS queen_proxy.rollup_usage_days(date);

--changeset queen_proxy:004-check-schema-of-pgcrypto splitStatements:false stripComments:false
DO $$
DECLARE
  v_schema name := (
    SELECT n.nspname FROM pg_catalog.pg_extension e JOIN pg_catalog.pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pgcrypto');
BEGIN
  IF v_schema <> 'public' THEN
    RAISE EXCEPTION 'extension pgcrypto is installed in schema %, the functions call it as public.crypt: run ALTER EXTENSION pgcrypto SET SCHEMA public, then start again', v_schema;
  END IF;
END
$$;
