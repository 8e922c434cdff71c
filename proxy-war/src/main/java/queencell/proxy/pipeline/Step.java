package queencell.proxy.pipeline;

import java.util.List;

/// The order of the request filters (pipeline, 2). It is contract: the first refusal wins.
///
/// The filters run in the order of their numbers on every host. In which order their refusals count is [#ANSWERS], and
/// on a shielded host [#ANSWERS_SHIELDED].
public final class Step {
    public static final int EDGE = 0;
    /// The surfaces for people only; so is the next.
    public static final int WEB_EDGE = 10;
    public static final int DOCUMENT = 20;
    public static final int RESOLVE_CLUSTER = 100;
    public static final int STATUS = 200;
    public static final int CLASSIFY = 300;
    public static final int FEATURE = 400;
    public static final int AUTHENTICATE = 500;
    public static final int AUTHORIZE = 600;
    public static final int FIELD_COUNT = 700;
    public static final int REQUEST_RATE = 800;
    public static final int QUERY = 900;

    /// Behind [queencell.proxy.operator.OperatorFilter], which hides the operators' surface from everybody else.
    public static final int OPERATOR_EDGE = 1100;

    public static final int OPERATOR_BODY = 1200;

    static final List<Integer> ANSWERS = List.of(RESOLVE_CLUSTER, STATUS, CLASSIFY, FEATURE, AUTHENTICATE, AUTHORIZE);

    /// What tells something of a cluster waits for a live credential; a blocked path says nothing about any.
    static final List<Integer> ANSWERS_SHIELDED =
            List.of(CLASSIFY, AUTHENTICATE, RESOLVE_CLUSTER, STATUS, FEATURE, AUTHORIZE);

    private Step() {}

    /// Whether an answer of this step has to wait until [#AUTHENTICATE] has seen a live credential.
    static boolean waitsForCredential(int step, List<Integer> answers) {
        return answers.indexOf(step) > answers.indexOf(AUTHENTICATE);
    }
}
