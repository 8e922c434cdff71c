/// `/api/operator/…`: the people of one cell, for its operators (proxy console, 10). Doors: `access`, `cluster`,
/// `auth`,
/// `signin`, `web`.
package queencell.proxy.operator;
