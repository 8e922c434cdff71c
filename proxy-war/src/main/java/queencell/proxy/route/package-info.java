/// The route table and everything that is read from a raw request target (pipeline, 1, 5 and 9.2).
///
/// **Pure**, opens no door: a method, a path and a query go in as they arrived (one ISO-8859-1 character per byte),
/// a [Route], a [Surface] or an edited query comes out. No class here throws for any bytes.
package queencell.proxy.route;
