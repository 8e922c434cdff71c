package queencell.signin;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;

/// Finds the public half of a P-256 key, which Java does not offer. Runs once at start, on a key of ours: it
/// need not be fast, nor hide its timing.
final class P256 {
    private static final BigInteger P =
            new BigInteger("ffffffff00000001000000000000000000000000ffffffffffffffffffffffff", 16);
    private static final BigInteger THREE = BigInteger.valueOf(3);
    private static final int FIELD_BITS = 256;

    private P256() {}

    static boolean isOn(ECParameterSpec curve) {
        return curve.getCurve().getField().getFieldSize() == FIELD_BITS
                && curve.getCurve().getA().equals(P.subtract(THREE));
    }

    /// The generator, taken as often as the private number says.
    static ECPublicKey publicOf(ECPrivateKey key) {
        ECParameterSpec curve = key.getParams();
        ECPoint sum = ECPoint.POINT_INFINITY;
        ECPoint power = curve.getGenerator();
        for (int bit = 0; bit < key.getS().bitLength(); bit++) {
            if (key.getS().testBit(bit)) {
                sum = add(sum, power);
            }
            power = add(power, power);
        }
        try {
            return (ECPublicKey) KeyFactory.getInstance("EC").generatePublic(new ECPublicKeySpec(sum, curve));
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("this Java has no P-256", missing);
        }
    }

    private static ECPoint add(ECPoint left, ECPoint right) {
        if (left.equals(ECPoint.POINT_INFINITY)) {
            return right;
        }
        if (right.equals(ECPoint.POINT_INFINITY)) {
            return left;
        }
        BigInteger slope;
        if (left.equals(right)) {
            BigInteger x = left.getAffineX();
            slope = THREE.multiply(x.multiply(x).subtract(BigInteger.ONE))
                    .multiply(left.getAffineY().shiftLeft(1).modInverse(P));
        } else if (left.getAffineX().equals(right.getAffineX())) {
            return ECPoint.POINT_INFINITY;
        } else {
            slope = right.getAffineY()
                    .subtract(left.getAffineY())
                    .multiply(right.getAffineX().subtract(left.getAffineX()).modInverse(P));
        }
        BigInteger x = slope.multiply(slope)
                .subtract(left.getAffineX())
                .subtract(right.getAffineX())
                .mod(P);
        BigInteger y = slope.multiply(left.getAffineX().subtract(x))
                .subtract(left.getAffineY())
                .mod(P);
        return new ECPoint(x, y);
    }
}
