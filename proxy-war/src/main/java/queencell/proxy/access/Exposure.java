package queencell.proxy.access;

/// Who can reach the tenants' port.
///
/// @param loopback whether nobody but this machine can
public record Exposure(boolean loopback) {}
