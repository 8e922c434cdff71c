package queencell.proxy.pipeline;

import jakarta.enterprise.inject.Stereotype;
import jakarta.inject.Singleton;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// A bean that is called for every request: one for the application, and no proxy.
///
/// The proxy of a wide scope calls by reflection and looks its container up each time: 4 % of the CPU of a request
/// for the beans of this room.
@Stereotype
@Singleton
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface HotPath {}
