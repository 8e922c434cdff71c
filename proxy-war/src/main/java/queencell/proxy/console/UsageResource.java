package queencell.proxy.console;

import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import queencell.proxy.auth.WebRefusals;
import queencell.proxy.meter.UsageReport;
import queencell.proxy.meter.UsageReport.After;
import queencell.proxy.meter.UsageReport.Line;
import queencell.web.Paging;
import queencell.web.Registered;

/// `GET /api/console/usage`, for every role (proxy console, 4.2).
@Path("api/console/usage")
@Registered
public class UsageResource {
    private static final int MOST_HOURS = 168;
    private static final List<String> STEPS = List.of("1", "5", "15", "60", "1440");

    /// PostgreSQL knows no moment of the years that Java can name beyond.
    private static final Instant FURTHEST = Instant.parse("9999-12-31T00:00:00Z");

    private final UsageReport usage;
    private final InstantSource clock = InstantSource.system();

    @Inject
    UsageResource(UsageReport usage) {
        this.usage = usage;
    }

    @GET
    public Response usage(@Context ContainerRequestContext request) {
        ConsoleCall call = ConsoleCall.of(request);
        MultivaluedMap<String, String> query = request.getUriInfo().getQueryParameters();
        int hours = hours(query.getFirst("hours"));
        int step = step(query.getFirst("step"));
        Paging paging = Paging.of(query);
        Instant from = clock.instant().minus(Duration.ofHours(hours));
        List<Line> lines = usage.since(
                call.cluster().id(), from, step, paging.after().map(UsageResource::after), paging.rowsToRead());
        return paging.answer(
                lines,
                "/api/console/usage?hours=%d&step=%d".formatted(hours, step),
                line -> line.minute() + "," + line.op());
    }

    /// A number of any size is clamped, anything else is refused.
    private static int hours(String text) {
        if (text == null) {
            return 24;
        }
        try {
            BigInteger hours = new BigInteger(text);
            return hours.max(BigInteger.ONE).min(BigInteger.valueOf(MOST_HOURS)).intValue();
        } catch (NumberFormatException noNumber) {
            throw WebRefusals.invalid("`hours` must be a whole number, 1 to %d".formatted(MOST_HOURS));
        }
    }

    private static int step(String text) {
        if (text == null) {
            return 1;
        }
        if (!STEPS.contains(text)) {
            throw WebRefusals.invalid("`step` must be a number of minutes: 1, 5, 15, 60 or 1440");
        }
        return Integer.parseInt(text);
    }

    private static After after(String text) {
        int comma = text.indexOf(',');
        try {
            Instant minute = Instant.parse(text.substring(0, Math.max(comma, 0)));
            if (!minute.isBefore(Instant.EPOCH) && minute.isBefore(FURTHEST)) {
                return new After(minute, text.substring(comma + 1));
            }
        } catch (DateTimeException unreadable) {
            // told below
        }
        throw WebRefusals.invalid("`after` must be what the `Link` of the page before said");
    }
}
