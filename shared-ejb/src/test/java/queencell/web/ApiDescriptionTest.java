package queencell.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/// The check of descriptions must not be softer than what it checks.
class ApiDescriptionTest {
    private final ApiDescription description = ApiDescription.of("""
            {"paths": {
              "/files/{deep}": {"get": {
                "parameters": [{"name": "deep", "in": "path", "schema": {"type": "string", "pattern": ".+"}}],
                "responses": {"200": {"content": {"application/json": {"schema": {
                  "type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}}}}}}}},
              "/files/shelf/{name}": {"get": {
                "parameters": [{"name": "name", "in": "path", "schema": {"type": "string"}}],
                "responses": {"200": {}}}},
              "/files/index": {"get": {"responses": {"200": {}}}},
              "/by/{provider}": {"get": {
                "parameters": [{"name": "provider", "in": "path", "schema": {"enum": ["one", "two"]}}],
                "responses": {"200": {}}}}}}
            """.getBytes(UTF_8));

    private List<String> judgeFile(String body) {
        return description.judge("GET", "/files/a/b", 200, "application/json", body.getBytes(UTF_8));
    }

    @Test
    void a_field_that_nobody_described_must_not_pass() {
        assertThat(judgeFile("{\"name\":\"a\"}")).isEmpty();
        assertThat(judgeFile("{\"name\":\"a\",\"size\":1}"))
                .singleElement()
                .asString()
                .contains("has `size`, which is not described");
    }

    @Test
    void a_field_that_is_promised_must_not_be_left_out() {
        assertThat(judgeFile("{}")).singleElement().asString().contains("lacks `name`");
    }

    @Test
    void a_status_or_type_that_nobody_described_must_not_pass() {
        assertThat(description.judge("GET", "/files/index", 404, "", new byte[0]))
                .containsExactly("404 GET /files/index is not described");
        assertThat(description.judge("GET", "/files/a", 200, "text/html", "a".getBytes(UTF_8)))
                .containsExactly("200 GET /files/{deep} comes as `text/html`, which is not described");
    }

    @Test
    void a_literal_path_must_not_be_taken_for_a_parameter() {
        assertThat(description.operation("GET", "/files/index?page=2")).contains("GET /files/index");
        assertThat(description.operation("GET", "/files/shelf/a")).contains("GET /files/shelf/{name}");
        assertThat(description.operation("GET", "/files/shelf/a/b")).contains("GET /files/{deep}");
    }

    @Test
    void a_value_that_a_parameter_does_not_take_is_another_path() {
        assertThat(description.operation("GET", "/by/two")).contains("GET /by/{provider}");
        assertThat(description.operation("GET", "/by/three")).isEmpty();
    }
}
