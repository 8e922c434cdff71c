package queencell.listener;

import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.MessageBodyWriter;
import jakarta.ws.rs.ext.Provider;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;

/// Lets JAX-RS accept a [RelayedAnswer] as an entity. It writes nothing: the host sees the entity when the head
/// is due and relays it.
@Provider
final class RelayedAnswerWriter implements MessageBodyWriter<RelayedAnswer> {

    @Override
    public boolean isWriteable(Class<?> type, Type genericType, Annotation[] annotations, MediaType mediaType) {
        return RelayedAnswer.class.isAssignableFrom(type);
    }

    @Override
    public void writeTo(
            RelayedAnswer answer,
            Class<?> type,
            Type genericType,
            Annotation[] annotations,
            MediaType mediaType,
            MultivaluedMap<String, Object> headers,
            OutputStream out) {
        // the body comes later, from the answer itself
    }
}
