--liquibase formatted sql logicalFilePath:queen_proxy

--changeset queen_proxy:view-cluster_state splitStatements:false stripComments:false runOnChange:true
-- One row says how a cluster stands. The functions in it run with the reader's rights, so whoever reads it needs what
-- effective_cluster and cluster_month_msgs need. New columns go to the end.
CREATE OR REPLACE VIEW queen_proxy.cluster_state AS
SELECT
  c.id AS cluster_id,
  c.slug,
  c.broker_tenant_uuid,
  t.slug AS tenant_slug,
  t.status AS tenant_status,
  c.status AS cluster_status,
  e.effective ->> 'status' AS effective_status,
  l.slug AS cell_slug,
  e.effective ->> 'plan_code' AS plan_code,
  e.effective -> 'limits' AS limits,
  e.effective -> 'features' AS features,
  to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM') AS month,
  m.msgs AS month_msgs,
  (e.effective -> 'limits' ->> 'monthly_msgs_quota')::bigint AS month_quota,
  q.queues,
  q.partitions,
  k.live_keys,
  k.last_key_use,
  u.last_minute,
  coalesce(h.push_msgs, 0) AS hour_push_msgs,
  coalesce(h.delivery_msgs, 0) AS hour_delivery_msgs,
  -- of any cluster: one that is idle has nothing to write
  (SELECT max(b.applied_at) FROM queen_proxy.usage_batches b) AS last_flush
FROM queen_proxy.clusters c
JOIN queen_proxy.tenants t ON t.id = c.tenant_id
JOIN queen_proxy.cells l ON l.id = c.cell_id
-- OFFSET keeps each from being called once per column
CROSS JOIN LATERAL (SELECT queen_proxy.effective_cluster(c.id) AS effective OFFSET 0) e
CROSS JOIN LATERAL (SELECT queen_proxy.cluster_month_msgs(c.id, (now() AT TIME ZONE 'UTC')::date) AS msgs OFFSET 0) m
CROSS JOIN LATERAL (
  SELECT count(*) AS queues, coalesce(sum(r.partitions_count), 0) AS partitions
  FROM queen_proxy.queues r WHERE r.cluster_id = c.id AND r.deleted_at IS NULL) q
CROSS JOIN LATERAL (
  SELECT count(*) FILTER (WHERE a.revoked_at IS NULL) AS live_keys, max(a.last_used_at) AS last_key_use
  FROM queen_proxy.api_keys a WHERE a.cluster_id = c.id) k
CROSS JOIN LATERAL (
  SELECT max(v.minute) AS last_minute FROM queen_proxy.usage_minutes v WHERE v.cluster_id = c.id) u
CROSS JOIN LATERAL (
  SELECT sum(w.msgs) FILTER (WHERE w.op_class = 'push') AS push_msgs,
    sum(w.msgs) FILTER (WHERE w.op_class = 'delivery') AS delivery_msgs
  FROM queen_proxy.usage_minutes w
  WHERE w.cluster_id = c.id AND w.minute >= date_trunc('minute', now()) - interval '60 minutes') h;
COMMENT ON VIEW queen_proxy.cluster_state IS
  'How each cluster stands: effective status, plan, limits and features, messages of the UTC month against its quota, queues, keys, last metered minute, and when usage of any cluster was last written. For operators; one row per cluster, so select by slug.';
