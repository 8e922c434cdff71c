package queencell.proxy.web;

import java.util.List;
import java.util.UUID;

/// One operation of the console or of the operators: a call that is good, and one that is not.
///
/// @param badPath empty where every call is good
record ApiCall(String method, String path, String body, String badPath, String badBody) {
    static final List<ApiCall> CONSOLE = List.of(
            get("/api/console/overview", ""),
            get("/api/console/usage", "/api/console/usage?hours=x"),
            get("/api/console/keys", "/api/console/keys?limit=x"),
            new ApiCall(
                    "POST", "/api/console/keys", "{\"name\":\"k\",\"scopes\":[\"read\"]}", "/api/console/keys", "{}"),
            new ApiCall("DELETE", "/api/console/keys/" + UUID.randomUUID(), "", "/api/console/keys/x", ""),
            get("/api/console/members", "/api/console/members?limit=0"),
            new ApiCall(
                    "POST",
                    "/api/console/members",
                    "{\"email\":\"nobody@nowhere.example\",\"role\":\"viewer\"}",
                    "/api/console/members",
                    "{}"),
            new ApiCall(
                    "DELETE",
                    "/api/console/members",
                    "{\"email\":\"nobody@nowhere.example\"}",
                    "/api/console/members",
                    "{}"));

    static List<ApiCall> operators(People people) {
        String user = "/api/operator/users/" + UUID.randomUUID();
        String role = user + "/roles/" + people.cluster();
        return List.of(
                get("/api/operator/users", "/api/operator/users?limit=x"),
                new ApiCall("POST", "/api/operator/users", draft(people), "/api/operator/users", "{}"),
                new ApiCall("PATCH", user, "{\"name\":\"Ada\"}", user, "{}"),
                new ApiCall("PUT", role, "{\"role\":\"viewer\"}", role, "{}"),
                new ApiCall("DELETE", role, "", user + "/roles/x", ""));
    }

    private static String draft(People people) {
        return "{\"tenant_id\":\"%s\",\"email\":\"fresh@openapi.example\",\"name\":\"N\",\"provider\":\"google\",\"cluster_id\":\"%s\",\"role\":\"viewer\"}"
                .formatted(people.tenant(), people.cluster());
    }

    static ApiCall get(String path, String badPath) {
        return new ApiCall("GET", path, "", badPath, "");
    }

    boolean takesBody() {
        return !body.isEmpty();
    }
}
