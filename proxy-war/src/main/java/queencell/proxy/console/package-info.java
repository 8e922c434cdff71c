/// `/api/console/…`, the API by which people manage one cluster, and `/console/…`, where its pages are served (proxy
/// console, 3, 4 and 13). Doors: the rooms it shows, `auth`, `limit`, `web`.
package queencell.proxy.console;
