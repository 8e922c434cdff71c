package queencell.proxy.cluster;

import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Converter;
import java.sql.SQLException;
import org.postgresql.util.PGobject;

/// A `jsonb` column as its text; what the text means is decided by those who read it.
@Converter
public class JsonTextConverter implements AttributeConverter<String, Object> {

    @Override
    public Object convertToDatabaseColumn(String text) {
        try {
            var column = new PGobject();
            column.setType("jsonb");
            column.setValue(text);
            return column;
        } catch (SQLException impossible) {
            throw new IllegalArgumentException("not a jsonb text", impossible);
        }
    }

    @Override
    public String convertToEntityAttribute(Object column) {
        return switch (column) {
            case null -> null;
            case PGobject object -> object.getValue();
            case Object other -> other.toString();
        };
    }
}
