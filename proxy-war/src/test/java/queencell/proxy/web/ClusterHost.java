package queencell.proxy.web;

/// The host of one cluster, as its people and their browsers use it.
public record ClusterHost(WebPlane plane, People people) {

    public Request get(String path) {
        return plane.get(path).host(people.host());
    }

    public Request post(String path) {
        return plane.post(path).host(people.host());
    }

    /// A form as the page of sign-in sends it.
    public Request login(String email, String password) {
        return post("/auth/login").form("email", email, "password", password, "next", "/");
    }

    /// What only a live session sees, or whatever else is given as a bearer.
    public Request overview(String bearer) {
        return get("/api/console/overview").bearer(bearer);
    }

    /// Who the browser with this session is.
    public Request me(String session) {
        return get("/auth/me").cookie(session);
    }

    public Request sessionToken(String session) {
        return get("/auth/session-token").cookie(session);
    }
}
