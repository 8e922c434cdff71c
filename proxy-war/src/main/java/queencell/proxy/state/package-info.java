/// How one cluster stands, for whoever runs the cell: `GET /cell/clusters/{slug}` on the cell-only port, and the
/// comparison of the meter with what the brokers counted. Doors: the rooms it tells of.
package queencell.proxy.state;
