package queencell.proxy.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// The comparison itself: each way in which a table and its entity part must be told.
class MappingTest {
    private static final Mapping MAPPING = new Mapping(List.of(
            new Mapping.Column("queues", "name", "QueueRow.name", "text", false),
            new Mapping.Column("queues", "deleted_at", "QueueRow.deletedAt", "timestamp with time zone", true)));

    private static List<String> drift(Catalogue.Column name, Catalogue.Column deletedAt) {
        return MAPPING.driftFrom(new Catalogue(Map.of("queues.name", name, "queues.deleted_at", deletedAt)));
    }

    @Test
    void equal_shapes_must_raise_nothing() {
        assertThat(drift(new Catalogue.Column("text", false), new Catalogue.Column("timestamp with time zone", true)))
                .isEmpty();
    }

    @Test
    void another_type_or_nullability_must_be_told() {
        assertThat(drift(new Catalogue.Column("uuid", true), new Catalogue.Column("timestamp with time zone", false)))
                .containsExactly(
                        "QueueRow.name takes queues.name for text, it is uuid",
                        "QueueRow.name says that queues.name may not be null, the schema says the opposite",
                        "QueueRow.deletedAt says that queues.deleted_at may be null, the schema says the opposite");
    }

    @Test
    void a_column_that_is_gone_must_be_told() {
        assertThat(MAPPING.driftFrom(new Catalogue(Map.of("queues.name", new Catalogue.Column("text", false)))))
                .containsExactly("QueueRow.deletedAt maps queues.deleted_at, which the schema does not have");
    }
}
