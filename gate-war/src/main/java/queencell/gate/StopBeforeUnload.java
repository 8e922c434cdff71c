package queencell.gate;

import jakarta.ejb.EJB;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.annotation.WebListener;

/// Stops Gate while its classes can still be loaded: when the container destroys its EJBs, the class loader of the WAR
/// is closed already.
@WebListener
public class StopBeforeUnload implements ServletContextListener {

    @EJB
    private GateStartup startup;

    @Override
    public void contextDestroyed(ServletContextEvent event) {
        startup.stop();
    }
}
