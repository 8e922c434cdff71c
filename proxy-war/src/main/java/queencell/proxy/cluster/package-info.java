/// Tenants, plans, cells and clusters: their rows and repositories, and what the data path knows about one cluster
/// ([ClusterContext][queencell.proxy.cluster.ClusterContext]; pipeline, 3 and control plane, 5).
///
/// Host names, effective limits, features and status are **pure**. Doors: JPA for the rows, Jackson core to read the
/// two JSON columns, `route` for the names of the plan features.
package queencell.proxy.cluster;
