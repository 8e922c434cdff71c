package queencell.proxy.auth;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.Singleton;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import java.time.InstantSource;
import queencell.proxy.access.AccessSettings;
import queencell.signin.LoginSettings;
import queencell.signin.TokenKeys;
import queencell.signin.TokenSettings;

/// Owns what signing in needs: its threads, and what it remembers of failures.
@Singleton
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionManagement(TransactionManagementType.BEAN)
public class AuthState {
    @Inject
    private AuthSettings settings;

    @Inject
    private AccessSettings access;

    @Inject
    private TokenSettings tokens;

    @Inject
    private LoginSettings login;

    @Inject
    private TokenKeys keys;

    private Signin signin;

    @PostConstruct
    void begin() {
        signin = new Signin(new Signin.Settings(settings, access, tokens, login), keys, InstantSource.system());
    }

    @Produces
    @jakarta.inject.Singleton
    public Signin signin() {
        return signin;
    }

    @PreDestroy
    void end() {
        signin.close();
    }
}
