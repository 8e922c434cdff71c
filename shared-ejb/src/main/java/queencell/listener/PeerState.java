package queencell.listener;

import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.epoll.EpollTcpInfo;

/// Asks the system whether a client has left whose bytes nobody reads for now: an end of stream behind unread
/// bytes is told to nobody. Only epoll sockets can be asked.
final class PeerState {

    private static final int ESTABLISHED = 1;

    private PeerState() {}

    static boolean left(Channel channel) {
        if (!(channel instanceof EpollSocketChannel socket)) {
            return false;
        }
        try {
            EpollTcpInfo info = socket.tcpInfo();
            return info.state() != ESTABLISHED;
        } catch (ChannelException unknown) {
            return false;
        }
    }
}
