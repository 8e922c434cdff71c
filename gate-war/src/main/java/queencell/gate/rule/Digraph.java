package queencell.gate.rule;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A directed graph of named vertices, in which cycles are found in linear time and without recursion: a document may
/// hold a chain of a thousand nodes.
final class Digraph {

    private static final int NONE = -1;

    private final Map<String, Integer> byName = new HashMap<>();
    private final List<String> names = new ArrayList<>();
    private final List<List<Integer>> next = new ArrayList<>();

    int vertex(String name) {
        Integer known = byName.get(name);
        if (known != null) {
            return known;
        }
        byName.put(name, names.size());
        return added(name);
    }

    /// A vertex without a name that joins many to many at the cost of their sum.
    int junction() {
        return added(null);
    }

    private int added(String name) {
        names.add(name);
        next.add(new ArrayList<>());
        return names.size() - 1;
    }

    void edge(int from, int to) {
        next.get(from).add(to);
    }

    /// From every vertex of the first list to every one of the second.
    void edges(List<Integer> from, List<Integer> to) {
        if (from.size() <= 1 || to.size() <= 1) {
            from.forEach(start -> to.forEach(end -> edge(start, end)));
            return;
        }
        int between = junction();
        from.forEach(start -> edge(start, between));
        to.forEach(end -> edge(between, end));
    }

    /// The names of one cycle, its first name repeated at the end; empty when there is none.
    List<String> anyCycle() {
        boolean[] onCycle = onCycle();
        for (int vertex = 0; vertex < onCycle.length; vertex++) {
            if (onCycle[vertex] && names.get(vertex) != null) {
                return cycleThrough(vertex);
            }
        }
        return List.of();
    }

    boolean isOnCycle(String name, boolean[] onCycle) {
        Integer vertex = byName.get(name);
        return vertex != null && onCycle[vertex];
    }

    /// The shortest way back to a vertex.
    private List<String> cycleThrough(int start) {
        int[] cameFrom = new int[names.size()];
        Arrays.fill(cameFrom, NONE);
        Deque<Integer> queue = new ArrayDeque<>(List.of(start));
        while (!queue.isEmpty()) {
            int vertex = queue.remove();
            for (int target : next.get(vertex)) {
                if (target == start) {
                    return wayBack(start, vertex, cameFrom);
                }
                if (cameFrom[target] == NONE) {
                    cameFrom[target] = vertex;
                    queue.add(target);
                }
            }
        }
        throw new IllegalStateException("vertex " + start + " is on no cycle");
    }

    private List<String> wayBack(int start, int last, int[] cameFrom) {
        List<String> way = new ArrayList<>(List.of(names.get(start)));
        for (int vertex = last; vertex != start; vertex = cameFrom[vertex]) {
            if (names.get(vertex) != null) {
                way.add(names.get(vertex));
            }
        }
        way.add(names.get(start));
        return way.reversed();
    }

    /// Whether each vertex lies on a cycle: Tarjan's strongly connected components, with a stack of its own.
    boolean[] onCycle() {
        int size = names.size();
        boolean[] onCycle = new boolean[size];
        int[] order = new int[size];
        int[] low = new int[size];
        int[] nextEdge = new int[size];
        boolean[] open = new boolean[size];
        Arrays.fill(order, NONE);
        Deque<Integer> component = new ArrayDeque<>();
        Deque<Integer> calls = new ArrayDeque<>();
        int visited = 0;
        for (int root = 0; root < size; root++) {
            if (order[root] != NONE) {
                continue;
            }
            calls.push(root);
            while (!calls.isEmpty()) {
                int vertex = calls.peek();
                if (order[vertex] == NONE) {
                    order[vertex] = low[vertex] = visited++;
                    component.push(vertex);
                    open[vertex] = true;
                }
                if (nextEdge[vertex] < next.get(vertex).size()) {
                    int target = next.get(vertex).get(nextEdge[vertex]++);
                    if (order[target] == NONE) {
                        calls.push(target);
                    } else if (open[target]) {
                        low[vertex] = Math.min(low[vertex], order[target]);
                        onCycle[vertex] |= target == vertex;
                    }
                    continue;
                }
                calls.pop();
                if (!calls.isEmpty()) {
                    low[calls.peek()] = Math.min(low[calls.peek()], low[vertex]);
                }
                if (low[vertex] == order[vertex]) {
                    close(vertex, component, open, onCycle);
                }
            }
        }
        return onCycle;
    }

    private static void close(int vertex, Deque<Integer> component, boolean[] open, boolean[] onCycle) {
        boolean several = component.peek() != vertex;
        int member;
        do {
            member = component.pop();
            open[member] = false;
            onCycle[member] |= several;
        } while (member != vertex);
    }
}
