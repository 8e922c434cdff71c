package queencell.proxy.access;

import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Converter;
import java.sql.Array;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import org.postgresql.util.PGobject;

/// A `text[]` column as a list.
@Converter
public class TextArrayConverter implements AttributeConverter<List<String>, Object> {

    @Override
    public Object convertToDatabaseColumn(List<String> words) {
        try {
            var column = new PGobject();
            column.setType("_text");
            column.setValue(words.stream()
                    .map(word -> '"' + word.replace("\\", "\\\\").replace("\"", "\\\"") + '"')
                    .collect(Collectors.joining(",", "{", "}")));
            return column;
        } catch (SQLException impossible) {
            throw new IllegalArgumentException("not a text[] literal", impossible);
        }
    }

    @Override
    public List<String> convertToEntityAttribute(Object column) {
        try {
            return switch (column) {
                case null -> List.of();
                case String[] words -> List.of(words);
                case Array array -> List.of((String[]) array.getArray());
                default ->
                    throw new IllegalArgumentException(
                            "a text[] column came as " + column.getClass().getName());
            };
        } catch (SQLException lost) {
            throw new IllegalStateException("a text[] column could not be read", lost);
        }
    }
}
