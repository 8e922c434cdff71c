package queencell.gate.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import queencell.gate.Vectors;

class ExplanationTest {

    @Test
    void the_golden_graph_is_explained_so_that_an_operator_can_check_it() {
        assertThat(text(0)).isEqualTo("""
                graph channel/airbnb, version 3: enforcing
                roll-ups off, one item may re-enter 3 times

                queues
                  channel.airbnb.photos.in: ingress (yours), never touched by Gate
                  gate.channel.airbnb.prices.ingress: ingress, 16 partitions, configured by Gate
                  gate.channel.airbnb.ip.in: interior, configured by Gate
                  channel.airbnb.out: egress, never touched by Gate

                counters
                  node ip, an item costs 1, backoff in brk:channel:airbnb:ip
                    ip-10s b:channel:shared:egress-ip: 1500 per 10 s (inferred) as 150 per 1 s
                      path photos: up to 75 per 1 s
                      path prices: up to 150 per 1 s
                  node photos, an item costs 1, backoff in brk:channel:airbnb:photos
                    photos-1m b:channel:airbnb:photos:photos-1m: 300 per 60 s (inferred) as 5 per 1 s
                      path photos: up to 5 per 1 s
                    per-listing b:channel:airbnb:photos:per-listing: 100 per 604800 s (inferred) as 100 per 604800 s, \
                one counter per payload.listingId, only for op photo.delete
                      path photos: up to 100 per 604800 s, 0.000165 per second
                  node prices, an item costs `payload.rooms`, 1 when it is missing, at most 50, backoff in \
                brk:channel:airbnb:prices
                    prices-1s b:channel:airbnb:prices:prices-1s: 100 per 1 s (inferred) as 100 per 1 s
                      path prices: up to 100 per 1 s

                path prices, priority 0
                  1. prices reads gate.channel.airbnb.prices.ingress from its head as gate.channel.airbnb.prices.prices
                     share 1, at most 100 per second, claims of 100, 1 worker
                     -> gate.channel.airbnb.ip.in, id derived by channel/airbnb/prices/ip, stamped payloads only
                  2. ip reads gate.channel.airbnb.ip.in from its tail as gate.channel.airbnb.prices.ip
                     share 1, at most 150 per second, claims of 150, 1 worker, leaves other paths' messages to them, \
                takes messages without a stamp
                     -> channel.airbnb.out, id derived by channel/airbnb/prices/ip/out

                path photos, priority 0
                  1. photos reads channel.airbnb.photos.in from its head as gate.channel.airbnb.photos.photos
                     share 1, at most 5 per second, claims of 5, 1 worker
                     -> gate.channel.airbnb.ip.in, id derived by channel/airbnb/photos/ip, stamped payloads only
                  2. ip reads gate.channel.airbnb.ip.in from its tail as gate.channel.airbnb.photos.ip
                     share 0.5, at most 75 per second, claims of 75, 1 worker, leaves other paths' messages to them
                     -> channel.airbnb.out, id derived by channel/airbnb/photos/ip/out
                """);
    }

    @Test
    void a_watching_graph_must_say_that_it_enforces_nothing() {
        assertThat(text(3))
                .startsWith("graph acme/observe, version 1: watching for 86400 s, nothing is enforced\n")
                .contains("roll-ups every 60 s")
                .contains("     share 1, no limit that every item meets, claims of 200, 4 workers\n")
                .doesNotContain("up to");
    }

    @Test
    void carried_ids_and_branches_are_told_apart() {
        assertThat(text(2)).contains("     -> gate.acme.shared.mid.in, id carried on\n");
        assertThat(text(1))
                .contains("     -> gate.acme.mail.archive.in, id derived by acme/mail/digest/archive\n")
                .contains("      path digest: up to 60 per 30 s, 2 per second\n");
    }

    private static String text(int plan) {
        return Explanation.text(GraphCompiler.compile(
                Vectors.document(Vectors.load("gate-plan.json").get(plan).get("document"))));
    }
}
