--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:125-create-usage-late-days splitStatements:false stripComments:false
-- Days older than yesterday that gained minutes since their roll-up (control plane, 3.12a and 13.1).
CREATE TABLE queen_proxy.usage_late_days (
  cluster_id uuid NOT NULL REFERENCES queen_proxy.clusters (id) ON DELETE CASCADE,
  day date NOT NULL,
  PRIMARY KEY (cluster_id, day)
);
