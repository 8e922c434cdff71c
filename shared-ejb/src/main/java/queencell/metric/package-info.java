/// One Micrometer registry per application and its Prometheus text, served on the cell-only port (pipeline, 17).
/// Label values are bounded sets; nothing that a tenant chooses becomes one.
package queencell.metric;
