--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:050-create-cells splitStatements:false stripComments:false
--preconditions onFail:MARK_RAN
--precondition-sql-check expectedResult:0 SELECT count(*) FROM pg_catalog.pg_tables t WHERE t.schemaname = 'queen_proxy' AND t.tablename = 'cells' AND EXISTS (SELECT 1 FROM pg_catalog.pg_tables r WHERE r.schemaname = 'queen_proxy' AND r.tablename = 'schema_migrations')
-- Fleet infrastructure, inserted by hand. cell_secret stands here in plain text, so this database is a
-- secret store (control plane, 3.5).
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

--changeset queen_proxy:051-check-cells-base-url splitStatements:false stripComments:false
-- A cell that the reference let in under another scheme stays as it is, and a warning names it; new rows are held
-- to the rule, because broker traffic is plain text inside the cell and the storage reconciler refuses the rest.
ALTER TABLE queen_proxy.cells
  ADD CONSTRAINT cells_base_url_plaintext CHECK (base_url ~ '^http://') NOT VALID;
DO $$
BEGIN
  ALTER TABLE queen_proxy.cells VALIDATE CONSTRAINT cells_base_url_plaintext;
EXCEPTION WHEN check_violation THEN
  RAISE WARNING 'cells %: base_url must start with http://; correct it, then run ALTER TABLE queen_proxy.cells VALIDATE CONSTRAINT cells_base_url_plaintext',
    (SELECT string_agg(slug, ', ' ORDER BY slug) FROM queen_proxy.cells WHERE base_url !~ '^http://');
END
$$;
