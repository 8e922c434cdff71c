package queencell.proxy.start;

import jakarta.persistence.Convert;
import jakarta.persistence.Table;
import jakarta.persistence.metamodel.Attribute;
import jakarta.persistence.metamodel.EntityType;
import java.lang.reflect.Field;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import queencell.proxy.cluster.JsonTextConverter;
import queencell.proxy.database.Pxdb;

/// The columns that the entities of a running persistence unit name.
///
/// @param columns in no particular order
record Mapping(List<Column> columns) {

    /// @param type what PostgreSQL calls a column that holds this attribute
    record Column(String table, String name, String attribute, String type, boolean nullable) {}

    private static final Map<Class<?>, String> TYPES = Map.ofEntries(
            Map.entry(UUID.class, "uuid"),
            Map.entry(String.class, "text"),
            Map.entry(int.class, "integer"),
            Map.entry(Integer.class, "integer"),
            Map.entry(long.class, "bigint"),
            Map.entry(Long.class, "bigint"),
            Map.entry(boolean.class, "boolean"),
            Map.entry(Instant.class, "timestamp with time zone"),
            Map.entry(Timestamp.class, "timestamp with time zone"),
            Map.entry(LocalDate.class, "date"),
            Map.entry(List.class, "text[]"));

    static Mapping of(Pxdb pxdb) {
        return pxdb.read(manager -> {
            var columns = new ArrayList<Column>();
            for (EntityType<?> entity : manager.getMetamodel().getEntities()) {
                Table table = entity.getJavaType().getAnnotation(Table.class);
                for (Attribute<?, ?> attribute : entity.getAttributes()) {
                    columns.add(column(table.name(), (Field) attribute.getJavaMember()));
                }
            }
            return new Mapping(columns);
        });
    }

    private static Column column(String table, Field field) {
        String attribute = field.getDeclaringClass().getSimpleName() + "." + field.getName();
        var join = Optional.ofNullable(field.getAnnotation(jakarta.persistence.JoinColumn.class));
        if (join.isPresent()) {
            return new Column(
                    table, join.get().name(), attribute, "uuid", join.get().nullable());
        }
        var column = Optional.ofNullable(field.getAnnotation(jakarta.persistence.Column.class));
        boolean isId = field.isAnnotationPresent(jakarta.persistence.Id.class);
        return new Column(
                table,
                column.map(jakarta.persistence.Column::name)
                        .filter(name -> !name.isEmpty())
                        .orElse(field.getName()),
                attribute,
                type(field),
                !isId && column.map(jakarta.persistence.Column::nullable).orElse(true));
    }

    private static String type(Field field) {
        Convert convert = field.getAnnotation(Convert.class);
        if (convert != null && convert.converter() == JsonTextConverter.class) {
            return "jsonb";
        }
        return Optional.ofNullable(TYPES.get(field.getType()))
                .orElseThrow(() -> new AssertionError("no column type is known for " + field));
    }

    Collection<String> tables() {
        return columns.stream().map(Column::table).toList();
    }

    /// One sentence for each column that is not what its attribute says.
    List<String> driftFrom(Catalogue catalogue) {
        var drift = new ArrayList<String>();
        for (Column mine : columns) {
            String name = mine.table() + "." + mine.name();
            Optional<Catalogue.Column> live = catalogue.column(mine.table(), mine.name());
            if (live.isEmpty()) {
                drift.add("%s maps %s, which the schema does not have".formatted(mine.attribute(), name));
                continue;
            }
            if (!live.get().type().equals(mine.type())) {
                drift.add("%s takes %s for %s, it is %s"
                        .formatted(
                                mine.attribute(), name, mine.type(), live.get().type()));
            }
            if (live.get().nullable() != mine.nullable()) {
                drift.add("%s says that %s %s be null, the schema says the opposite"
                        .formatted(mine.attribute(), name, mine.nullable() ? "may" : "may not"));
            }
        }
        return drift;
    }
}
