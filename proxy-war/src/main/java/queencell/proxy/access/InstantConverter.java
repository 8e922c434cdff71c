package queencell.proxy.access;

import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Converter;
import java.sql.Timestamp;
import java.time.Instant;

/// A `timestamptz` column with its microseconds; mapped directly, EclipseLink cuts it to milliseconds.
@Converter
public class InstantConverter implements AttributeConverter<Instant, Timestamp> {

    @Override
    public Timestamp convertToDatabaseColumn(Instant instant) {
        return instant == null ? null : Timestamp.from(instant);
    }

    @Override
    public Instant convertToEntityAttribute(Timestamp column) {
        return column == null ? null : column.toInstant();
    }
}
