/// `/auth/…`, and what every surface for people needs: whose session a request carries, which cluster it acts on
/// (proxy console, 3 and 5 to 8). Doors: `access`, `cluster`, `route`, `database`, `signin`, `web`.
package queencell.proxy.auth;
