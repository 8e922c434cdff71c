package queencell.proxy.pipeline;

/// The order of the request filters (pipeline, 2). It is contract: the first refusal wins.
///
/// On a shielded host the order stays the same, but the steps up to [#FEATURE] are kept back until [#AUTHENTICATE]
/// has seen a live credential ([Exchange#ask]). Only [#CLASSIFY] answers at once there, because a blocked path says
/// nothing about any cluster.
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

    private Step() {}
}
