/// One request from its head to its answer (pipeline, 2): [Step][queencell.proxy.pipeline.Step] lists the filters in
/// order, [Exchange][queencell.proxy.pipeline.Exchange] carries what they learn,
/// [ForwardResource][queencell.proxy.pipeline.ForwardResource] does the rest. Opens the doors to every proxy room and
/// `web`.
package queencell.proxy.pipeline;
