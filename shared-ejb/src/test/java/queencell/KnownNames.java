package queencell;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.net.spi.InetAddressResolver;
import java.net.spi.InetAddressResolverProvider;
import java.util.stream.Stream;

/// Knows [#UNDERSCORED] on any machine, as the name server of a container network does, and other names as usual.
public final class KnownNames extends InetAddressResolverProvider {

    /// This machine.
    public static final String UNDERSCORED = "queen_broker";

    @Override
    public InetAddressResolver get(Configuration configuration) {
        InetAddressResolver usual = configuration.builtinResolver();
        return new InetAddressResolver() {
            @Override
            public Stream<InetAddress> lookupByName(String host, LookupPolicy policy) throws UnknownHostException {
                return host.equals(UNDERSCORED)
                        ? Stream.of(InetAddress.getByAddress(host, new byte[] {127, 0, 0, 1}))
                        : usual.lookupByName(host, policy);
            }

            @Override
            public String lookupByAddress(byte[] address) throws UnknownHostException {
                return usual.lookupByAddress(address);
            }
        };
    }

    @Override
    public String name() {
        return "names of the tests";
    }
}
