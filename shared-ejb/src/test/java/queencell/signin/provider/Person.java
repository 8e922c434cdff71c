package queencell.signin.provider;

import java.util.Map;

/// Who sits in front of the provider's page.
///
/// @param id the provider's own number or subject
/// @param verified whether the provider has seen proof of the address
/// @param more claims of an id token, such as `hd`
public record Person(String id, String email, boolean verified, Map<String, Object> more) {

    public static Person of(String id, String email) {
        return new Person(id, email, true, Map.of());
    }

    public Person unverified() {
        return new Person(id, email, false, more);
    }

    public Person with(String claim, Object value) {
        return new Person(id, email, verified, Map.of(claim, value));
    }
}
