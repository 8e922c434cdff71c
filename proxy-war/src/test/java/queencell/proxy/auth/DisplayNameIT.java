package queencell.proxy.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import queencell.proxy.database.PxdbServer;

/// What counts as a name, here and in the schema.
class DisplayNameIT {

    /// A name that only the database refuses would be answered without a word about what is wrong with it.
    @Test
    void no_sign_is_seen_here_and_not_in_the_database_or_the_other_way_round() {
        String theirs = PxdbServer.running()
                .value("select string_agg(code::text, ' ' order by code) from generate_series(1, 1114111) as code"
                        + " where code not between 55296 and 57343 and queen_proxy.is_blank(chr(code))");

        String ours = IntStream.rangeClosed(1, Character.MAX_CODE_POINT)
                .filter(code -> code < Character.MIN_SURROGATE || code > Character.MAX_SURROGATE)
                .filter(code -> DisplayName.isBlank(Character.toString(code)))
                .mapToObj(Integer::toString)
                .collect(Collectors.joining(" "));
        assertThat(ours).isEqualTo(theirs);
    }
}
