package queencell.proxy.start;

import jakarta.ejb.EJB;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.annotation.WebListener;

/// Stops the proxy while its classes can still be loaded: when the container destroys its EJBs, the class loader of the
/// WAR is closed already, and the last flush would end at the first class that it needs.
@WebListener
public class StopBeforeUnload implements ServletContextListener {

    @EJB
    private ProxyStart start;

    @Override
    public void contextDestroyed(ServletContextEvent event) {
        start.stop();
    }
}
