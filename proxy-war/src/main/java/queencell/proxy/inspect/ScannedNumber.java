package queencell.proxy.inspect;

/// A number while it passes by: its grammar, and its value if it is a whole one that fits 64 bits. Reused for the next.
final class ScannedNumber {
    enum Progress {
        GOES_ON,
        /// The byte does not belong to the number, which was complete before it.
        ENDED,
        FAILED
    }

    private enum Part {
        MINUS,
        ZERO,
        INTEGER,
        DOT,
        FRACTION,
        EXPONENT,
        EXPONENT_SIGN,
        EXPONENT_DIGITS,
        WRONG
    }

    private Part part = Part.WRONG;
    private boolean isNegative;
    private boolean overflows;
    private long magnitude;

    /// @param first a digit or a minus
    void start(byte first) {
        isNegative = first == '-';
        overflows = false;
        magnitude = 0;
        if (isNegative) {
            part = Part.MINUS;
        } else {
            firstDigit(first);
        }
    }

    Progress next(byte next) {
        boolean isDigit = next >= '0' && next <= '9';
        switch (part) {
            case MINUS -> {
                if (isDigit) {
                    firstDigit(next);
                } else {
                    part = Part.WRONG;
                }
            }
            case INTEGER -> {
                if (!isDigit) {
                    return afterDigits(next, true);
                }
                addDigit(next);
            }
            case ZERO -> {
                return afterDigits(next, true);
            }
            case FRACTION -> {
                if (!isDigit) {
                    return afterDigits(next, false);
                }
            }
            case EXPONENT_DIGITS -> {
                if (!isDigit) {
                    return Progress.ENDED;
                }
            }
            case DOT -> part = isDigit ? Part.FRACTION : Part.WRONG;
            case EXPONENT -> {
                boolean isSign = next == '+' || next == '-';
                part = isDigit ? Part.EXPONENT_DIGITS : isSign ? Part.EXPONENT_SIGN : Part.WRONG;
            }
            case EXPONENT_SIGN -> part = isDigit ? Part.EXPONENT_DIGITS : Part.WRONG;
            case WRONG -> {}
        }
        return part == Part.WRONG ? Progress.FAILED : Progress.GOES_ON;
    }

    /// Whether it has neither fraction nor exponent, and fits 64 bits.
    boolean isWhole() {
        return (part == Part.ZERO || part == Part.INTEGER) && !overflows;
    }

    /// Only of a whole number.
    long value() {
        return isNegative ? -magnitude : magnitude;
    }

    private Progress afterDigits(byte next, boolean mayHaveFraction) {
        if (next == 'e' || next == 'E') {
            part = Part.EXPONENT;
            return Progress.GOES_ON;
        }
        if (next == '.' && mayHaveFraction) {
            part = Part.DOT;
            return Progress.GOES_ON;
        }
        return Progress.ENDED;
    }

    private void firstDigit(byte digit) {
        part = digit == '0' ? Part.ZERO : Part.INTEGER;
        addDigit(digit);
    }

    private void addDigit(byte digit) {
        int value = digit - '0';
        overflows |= magnitude > (Long.MAX_VALUE - value) / 10;
        magnitude = overflows ? 0 : magnitude * 10 + value;
    }
}
