package queencell.proxy.forward;

import queencell.listener.InboundHeaders;

/// The head of a broker's answer.
///
/// @param bodyLength how the body is framed: a length, `InboundBody.CHUNKED` or `BodyReader.UNTIL_CLOSE`
/// @param declaredLength what `Content-Length` says, -1 without one
/// @param keepAlive whether the connection may carry another request afterwards
record ReplyHead(
        int status, String reason, InboundHeaders headers, long bodyLength, long declaredLength, boolean keepAlive) {}
