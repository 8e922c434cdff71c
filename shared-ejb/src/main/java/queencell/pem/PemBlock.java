package queencell.pem;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// One block of PEM text, decoded.
///
/// @param label what stands behind `BEGIN`
public record PemBlock(String label, byte[] content) {

    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----\\s*([A-Za-z0-9+/=\\s]*)-----END \\1-----");
    private static final Pattern EDGE = Pattern.compile("-----(BEGIN|END) ");

    /// Every block in order; text between them is a comment.
    ///
    /// @throws IllegalArgumentException where a block is not whole or no plain Base64: what was torn must not be
    ///     left out without a word. The text shows nothing of the content
    public static List<PemBlock> all(String text) {
        List<PemBlock> blocks = new ArrayList<>();
        Matcher matcher = BLOCK.matcher(text);
        while (matcher.find()) {
            blocks.add(new PemBlock(matcher.group(1), decoded(matcher.group(2))));
        }
        if (EDGE.matcher(text).results().count() != 2L * blocks.size()) {
            throw torn();
        }
        return blocks;
    }

    private static byte[] decoded(String base64) {
        try {
            return Base64.getMimeDecoder().decode(base64);
        } catch (IllegalArgumentException noBase64) {
            throw torn();
        }
    }

    private static IllegalArgumentException torn() {
        return new IllegalArgumentException("a block is torn or no plain Base64");
    }

    @Override
    public String toString() {
        return "PemBlock[" + label + "]";
    }
}
