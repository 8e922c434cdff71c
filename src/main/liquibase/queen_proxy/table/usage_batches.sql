--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:120-create-usage-batches splitStatements:false stripComments:false
-- Flushes already counted, so that one repeated after a lost acknowledgement counts once (control plane, 3.12).
CREATE TABLE queen_proxy.usage_batches (
  batch_id uuid PRIMARY KEY,
  applied_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX idx_usage_batches_applied ON queen_proxy.usage_batches (applied_at);
