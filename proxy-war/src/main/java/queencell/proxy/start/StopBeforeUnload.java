package queencell.proxy.start;

import jakarta.ejb.EJB;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.annotation.WebListener;
import java.util.List;
import java.util.Set;

/// Stops the proxy while its classes can still be loaded: when the container destroys its EJBs, the class loader of the
/// WAR is closed already, and the last flush would end at the first class that it needs.
@WebListener
public class StopBeforeUnload implements ServletContextListener {
    private static final String CLASSES = "/WEB-INF/classes/";
    /// The rooms that write at the stop. In an outage they do then what they never did before: spool to the disk.
    private static final List<String> WRITERS = List.of("access", "database", "meter", "registry", "task");

    @EJB
    private ProxyStart start;

    /// Loads what may be needed for the first time at the stop.
    @Override
    public void contextInitialized(ServletContextEvent event) {
        for (String room : WRITERS) {
            Set<String> files = event.getServletContext().getResourcePaths(CLASSES + "queencell/proxy/" + room + "/");
            if (files != null) {
                files.stream().filter(file -> file.endsWith(".class")).forEach(StopBeforeUnload::load);
            }
        }
    }

    private static void load(String file) {
        String name = file.substring(CLASSES.length(), file.length() - ".class".length())
                .replace('/', '.');
        try {
            Class.forName(name, false, StopBeforeUnload.class.getClassLoader());
        } catch (ClassNotFoundException torn) {
            throw new IllegalStateException("the WAR lists " + name + " and cannot load it", torn);
        }
    }

    @Override
    public void contextDestroyed(ServletContextEvent event) {
        start.stop();
    }
}
