package queencell.web;

import jakarta.enterprise.inject.Stereotype;
import jakarta.inject.Singleton;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// A bean that is handed to Jersey as an instance: one for the application, and no proxy.
///
/// A stereotype rather than a scope on the class itself: the proxy of a wide scope hides `@PreMatching` and `@Priority`
/// from Jersey, and on `@Dependent` its own injection stumbles.
@Stereotype
@Singleton
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Registered {}
