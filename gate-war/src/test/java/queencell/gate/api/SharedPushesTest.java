package queencell.gate.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import queencell.broker.CallFailure;
import queencell.broker.PushItem;
import queencell.broker.Pushed;
import queencell.broker.RawJson;

@Timeout(value = 30, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SharedPushesTest {
    private final List<List<PushItem>> calls = Collections.synchronizedList(new ArrayList<>());
    private final Semaphore answers = new Semaphore(0);
    private volatile boolean locked;

    private static PushItem item(String id) {
        return new PushItem("q", "p", id, RawJson.of("{}"));
    }

    /// Answers each item with its own id, once the test lets it.
    private Pushed broker(List<PushItem> items) {
        calls.add(items);
        answers.acquireUninterruptibly();
        if (locked) {
            return new Pushed.Failed(new CallFailure.Refused(401, "http_401", "who are you"));
        }
        if (items.stream().anyMatch(item -> item.transactionId().equals("bad"))) {
            return new Pushed.Failed(new CallFailure.Refused(400, "bad", "one of them is bad"));
        }
        return new Pushed.Answered(items.stream()
                .map(item -> new Pushed.Item(Pushed.Status.QUEUED, item.transactionId(), item.transactionId()))
                .toList());
    }

    private static List<String> ids(Pushed pushed) {
        return ((Pushed.Answered) pushed)
                .items().stream().map(Pushed.Item::transactionId).toList();
    }

    @Test
    void a_lone_push_must_not_wait_for_company() {
        answers.release(2);
        var pushes = new SharedPushes(this::broker);
        assertThat(ids(pushes.push(List.of(item("a"))))).containsExactly("a");
        assertThat(ids(pushes.push(List.of(item("b"), item("c"))))).containsExactly("b", "c");
        assertThat(calls).hasSize(2);
    }

    @Test
    void as_many_callers_as_the_broker_takes_at_once_must_not_wait_for_each_other() throws Exception {
        var pushes = new SharedPushes(this::broker);
        try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Pushed>> all = new ArrayList<>();
            for (int i = 0; i < 32; i++) {
                String id = "id-" + i;
                all.add(callers.submit(() -> pushes.push(List.of(item(id)))));
            }
            try {
                // nobody has been answered, and each is under way by itself
                org.awaitility.Awaitility.await().until(() -> calls.size() == 32);
            } finally {
                answers.release(100);
            }
            for (Future<Pushed> each : all) {
                assertThat(ids(each.get())).hasSize(1);
            }
        }
    }

    @Test
    void pushes_that_come_meanwhile_must_share_a_call_and_each_get_its_own_answer() throws Exception {
        var pushes = new SharedPushes(this::broker);
        try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Pushed>> all = new ArrayList<>();
            for (int i = 0; i < 80; i++) {
                String id = "id-" + i;
                all.add(callers.submit(() -> pushes.push(List.of(item(id), item(id + "+")))));
            }
            org.awaitility.Awaitility.await().until(() -> calls.size() == SharedPushes.CALLS);
            // everybody has come by now, or comes into a later call
            answers.release(100);
            for (int i = 0; i < 80; i++) {
                assertThat(ids(all.get(i).get())).containsExactly("id-" + i, "id-" + i + "+");
            }
        }
        assertThat(calls.stream().flatMap(List::stream)).hasSize(160).doesNotHaveDuplicates();
    }

    @Test
    void one_callers_mistake_must_not_fail_the_others() throws Exception {
        var pushes = new SharedPushes(this::broker);
        try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            // all calls are under way, so that what follows is collected
            List<Future<Pushed>> first = IntStream.range(0, SharedPushes.CALLS)
                    .mapToObj(i -> callers.submit(() -> pushes.push(List.of(item("first-" + i)))))
                    .toList();
            org.awaitility.Awaitility.await().until(() -> calls.size() == SharedPushes.CALLS);
            var good = callers.submit(() -> pushes.push(List.of(item("good"))));
            var bad = callers.submit(() -> pushes.push(List.of(item("bad"))));
            answers.release(100);
            assertThat(ids(good.get())).containsExactly("good");
            assertThat(bad.get()).isInstanceOf(Pushed.Failed.class);
            for (Future<Pushed> each : first) {
                assertThat(each.get()).isInstanceOf(Pushed.Answered.class);
            }
        }
    }

    /// A broker that takes nobody's word was asked once more for each of them, at every push.
    @Test
    void what_is_refused_to_all_must_not_be_sent_once_more_for_each() throws Exception {
        locked = true;
        var pushes = new SharedPushes(this::broker);
        try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Pushed>> all = new ArrayList<>();
            for (int i = 0; i < SharedPushes.CALLS; i++) {
                String id = "first-" + i;
                all.add(callers.submit(() -> pushes.push(List.of(item(id)))));
            }
            org.awaitility.Awaitility.await().until(() -> calls.size() == SharedPushes.CALLS);
            for (int i = 0; i < 8; i++) {
                String id = "together-" + i;
                all.add(callers.submit(() -> pushes.push(List.of(item(id)))));
            }
            org.awaitility.Awaitility.await().until(() -> pushes.waitingCallers() == 8);
            answers.release(100);
            for (Future<Pushed> each : all) {
                assertThat(each.get()).isInstanceOf(Pushed.Failed.class);
            }
        }
        assertThat(calls.stream().flatMap(List::stream)).doesNotHaveDuplicates();
    }

    @Test
    void a_call_must_not_grow_beyond_what_a_broker_takes_well() throws Exception {
        var pushes = new SharedPushes(this::broker);
        List<PushItem> many =
                IntStream.range(0, 300).mapToObj(i -> item("n" + i)).toList();
        try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Pushed>> all = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                all.add(callers.submit(() -> pushes.push(many)));
            }
            answers.release(100);
            for (Future<Pushed> each : all) {
                assertThat(ids(each.get())).hasSize(300);
            }
        }
        assertThat(calls).allSatisfy(call -> assertThat(call).hasSizeLessThanOrEqualTo(SharedPushes.MOST_ITEMS));
    }

    @Test
    void a_fault_must_reach_everybody_and_block_nobody() throws Exception {
        var fails = new CountDownLatch(1);
        var pushes = new SharedPushes(items -> {
            fails.countDown();
            throw new IllegalStateException("fault");
        });
        assertThatThrownBy(() -> pushes.push(List.of(item("a")))).isInstanceOf(IllegalStateException.class);
        fails.await();
        assertThatThrownBy(() -> pushes.push(List.of(item("b")))).isInstanceOf(IllegalStateException.class);
    }
}
