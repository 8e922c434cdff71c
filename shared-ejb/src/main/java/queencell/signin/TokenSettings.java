package queencell.signin;

import java.time.Duration;
import java.util.Optional;
import queencell.settings.Says;
import queencell.settings.Secret;
import queencell.settings.Setting;

/// Keys and claims of session tokens (pipeline, 6.3 and 16). Read once at start.
public record TokenSettings(
        @Says("Issuer that a session token must name.") @Setting(env = "QUEEN_PROXY_JWT_ISS", byDefault = "queen-proxy")
        String issuer,

        @Says("Audience that a token must name if it names any, so that a token of a sibling cell is not taken here.")
        @Setting(env = "QUEEN_PROXY_JWT_AUD", defaultSays = "host of `QUEEN_PROXY_PUBLIC_URL`")
        Optional<String> audience,

        @Says(
                "Shared secret of HS256 tokens; counts when no Ed25519 key is given. 32 bytes or more, shorter only on loopback or with QUEEN_PROXY_DEV_INSECURE.")
        @Setting(env = "QUEEN_PROXY_JWT_SECRET")
        Secret secret,

        @Says("PEM text of the Ed25519 private key (PKCS#8) that signs sessions.")
        @Setting(env = "QUEEN_PROXY_JWT_ED25519_PEM")
        Secret ed25519Private,

        @Says(
                "PEM text of a P-256 private key (PKCS#8) that signs sessions instead, where other services verify them with "
                        + "MicroProfile JWT; an Ed25519 key goes first.")
        @Setting(env = "QUEEN_PROXY_JWT_ES256_PEM")
        Secret es256Private,

        @Says(
                "PEM text of the Ed25519 public key, where it is not derived from the private one. Alone it makes a process "
                        + "that verifies sessions and mints none.")
        @Setting(env = "QUEEN_PROXY_JWT_ED25519_PUB_PEM")
        Optional<String> ed25519Public,

        @Says(
                "PEM texts of further Ed25519 or P-256 public keys, one behind the other, whose sessions are good too: while a key "
                        + "is replaced, its successor or predecessor stands here.")
        @Setting(env = "QUEEN_PROXY_JWT_VERIFY_PEMS")
        Optional<String> furtherPublic,

        @Says("How long a session lasts.") @Setting(env = "QUEEN_PROXY_JWT_TTL_S", byDefault = "86400", min = 60)
        Duration lifetime,

        @Says("Address under which people reach this proxy, such as `https://console.example.com`.")
        @Setting(env = "QUEEN_PROXY_PUBLIC_URL")
        Optional<String> publicUrl) {}
