package queencell.proxy.meter;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;

/// Lines that are written in one transaction under one id; written twice, they count once (control plane, 11.4).
///
/// @param id made before the first attempt and kept for every further one
public record UsageBatch(UUID id, List<UsageLine> lines) {
    /// Most lines of one transaction.
    static final int MOST_LINES = 5_000;

    public UsageBatch {
        lines = List.copyOf(lines);
    }

    /// In writing order, each at most [#MOST_LINES] long.
    static List<UsageBatch> of(List<UsageLine> lines) {
        List<UsageLine> sorted = new ArrayList<>(lines);
        sorted.sort(UsageLine.WRITING_ORDER);
        List<UsageBatch> batches = new ArrayList<>();
        for (int from = 0; from < sorted.size(); from += MOST_LINES) {
            int to = Math.min(sorted.size(), from + MOST_LINES);
            batches.add(new UsageBatch(UUID.randomUUID(), sorted.subList(from, to)));
        }
        return batches;
    }

    /// The first of its minutes; the end of time where there is none.
    long earliest() {
        return lines.stream().mapToLong(UsageLine::minute).min().orElse(Long.MAX_VALUE);
    }

    String toJson() {
        return lines.stream().map(UsageLine::toJson).collect(Collectors.joining(",", "[", "]"));
    }
}
