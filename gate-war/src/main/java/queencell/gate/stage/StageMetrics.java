package queencell.gate.stage;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/// The counters of one stage as `gate_stage_{name}_total` (runtime, 17.1). They go with the stage; a restart of it is
/// an
/// ordinary counter reset.
final class StageMetrics {
    private final MeterRegistry registry;
    private final List<Meter> meters = new ArrayList<>();

    StageMetrics(MeterRegistry registry, StageCounters counters, Tags tags) {
        this.registry = registry;
        add("popped", counters, tags, StageCounters.Counts::popped);
        add("admitted", counters, tags, StageCounters.Counts::admitted);
        add("forwarded", counters, tags, StageCounters.Counts::forwarded);
        add("deferred", counters, tags, StageCounters.Counts::deferred);
        add("parked", counters, tags, StageCounters.Counts::parked);
        add("released", counters, tags, StageCounters.Counts::released);
        add("commits", counters, tags, StageCounters.Counts::commits);
        add("duplicates", counters, tags, StageCounters.Counts::duplicates);
        add("foreign", counters, tags, StageCounters.Counts::foreign);
        add("deadlettered", counters, tags, StageCounters.Counts::deadlettered);
        add("leaked", counters, tags, StageCounters.Counts::leaked);
        add("wedged", counters, tags, StageCounters.Counts::wedged);
        add("cost.admitted", counters, tags, StageCounters.Counts::costAdmitted);
    }

    private void add(String name, StageCounters counters, Tags tags, ToDoubleFunction<StageCounters.Counts> count) {
        meters.add(FunctionCounter.builder("gate.stage." + name, counters, all -> count.applyAsDouble(all.counts()))
                .tags(tags)
                .register(registry));
    }

    void remove() {
        meters.forEach(registry::remove);
    }
}
