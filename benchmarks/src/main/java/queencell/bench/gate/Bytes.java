package queencell.bench.gate;

import java.util.Arrays;

/// Growing bytes. One thread.
final class Bytes {
    private byte[] array;
    private int length;

    Bytes(int capacity) {
        array = new byte[capacity];
    }

    /// ASCII only.
    @SuppressWarnings("deprecation")
    Bytes add(String text) {
        room(text.length());
        text.getBytes(0, text.length(), array, length);
        length += text.length();
        return this;
    }

    Bytes add(byte[] from, int start, int count) {
        room(count);
        System.arraycopy(from, start, array, length, count);
        length += count;
        return this;
    }

    private void room(int count) {
        if (length + count > array.length) {
            array = Arrays.copyOf(array, Math.max(array.length * 2, length + count));
        }
    }

    void clear() {
        length = 0;
    }

    byte[] array() {
        return array;
    }

    int length() {
        return length;
    }
}
