package queencell.proxy.pipeline;

import jakarta.enterprise.inject.Stereotype;
import jakarta.inject.Singleton;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// A bean that every request goes through: one for the application, and no container's proxy in front of it, so that
/// what a rehearsal compiled is what requests run.
@Stereotype
@Singleton
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@interface HotPath {}
