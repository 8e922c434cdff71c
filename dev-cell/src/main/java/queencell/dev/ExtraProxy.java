package queencell.dev;

import java.nio.file.Path;

/// Another proxy beside the cell's own, with settings of its own, on the same broker and database.
///
/// Limits are exact at one proxy only: a tenant of a test uses one of them.
///
/// @param name of its log and folders
/// @param door where tenants reach it
/// @param cellOnly health and metrics
public record ExtraProxy(String name, Endpoint door, Endpoint cellOnly, Path log) {}
