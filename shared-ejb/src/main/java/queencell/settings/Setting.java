package queencell.settings;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Declares one setting on a component of a settings record; [Says] adds its sentence (pipeline, 16; runtime, 19).
///
/// The component's type decides how the text is read: `boolean` (only the literal `true` is true), `int`, `long`,
/// [java.time.Duration] (whole milliseconds, or whole seconds when the name ends in `_S`), `String`,
/// `Optional<String>` (empty counts as unset), `List<String>` (comma-separated, trimmed, empties dropped, lower-cased
/// unless it [#keepsCase]) and [Secret].
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Setting {

    /// The environment variable, e.g. `GATE_STAGE_BATCH`; read as the MicroProfile Config key `gate.stage.batch`.
    String env();

    /// The text that counts when nothing is set; empty for optional values.
    String byDefault() default "";

    /// How the default reads in the reference where [#byDefault] alone would mislead, e.g. `2 x rate`.
    String defaultSays() default "";

    /// Lowest value that is accepted, in the unit of the variable; lower ones are raised to it with a warning.
    long min() default Long.MIN_VALUE;

    /// Highest value that is accepted, in the unit of the variable; higher ones are cut to it with a warning.
    long max() default Long.MAX_VALUE;

    /// Whether an empty text is a value of its own, which the record judges, and not the same as none.
    boolean emptyCounts() default false;

    /// Whether the entries of a list stay as they are written: paths, unlike hosts and names of headers.
    boolean keepsCase() default false;

    /// Whether a text that cannot be read, or a number out of bounds, ends the start instead of being mended.
    boolean strict() default false;
}
