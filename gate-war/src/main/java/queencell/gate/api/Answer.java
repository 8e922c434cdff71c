package queencell.gate.api;

import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import queencell.gate.document.Json;
import queencell.gate.document.JsonWriter;

/// Writes JSON answers.
final class Answer {

    private Answer() {}

    static Response ok(Json body) {
        return of(200, body).build();
    }

    static Response.ResponseBuilder of(int status, Json body) {
        return Response.status(status).type(MediaType.APPLICATION_JSON_TYPE).entity(JsonWriter.bytes(body));
    }

    static Json texts(Collection<?> values) {
        return Json.list(values, value -> Json.of(value.toString()));
    }

    static Json orNull(Optional<? extends Json> value) {
        return value.isPresent() ? value.get() : Json.NULL;
    }

    /// Three decimals, as people read a share or a rate.
    static Json decimal(double number) {
        return new Json.Num(java.math.BigDecimal.valueOf(number)
                .setScale(3, java.math.RoundingMode.HALF_UP)
                .stripTrailingZeros()
                .toPlainString());
    }

    static Json.Arr array(List<Json> elements) {
        return new Json.Arr(elements);
    }
}
