package queencell.proxy.database;

import jakarta.persistence.SharedCacheMode;
import jakarta.persistence.ValidationMode;
import jakarta.persistence.spi.ClassTransformer;
import jakarta.persistence.spi.PersistenceUnitInfo;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.util.List;
import java.util.Properties;
import javax.sql.DataSource;

/// What a `persistence.xml` would say about the rows of the proxy. There is none, because the container would open it
/// by itself over its default data source, while ours exists only once the settings are read.
record RowUnit(DataSource pool, List<Class<?>> rows) implements PersistenceUnitInfo {

    @Override
    public String getPersistenceUnitName() {
        return "queen_proxy";
    }

    @Override
    public String getPersistenceProviderClassName() {
        return "org.eclipse.persistence.jpa.PersistenceProvider";
    }

    @Override
    public String getScopeAnnotationName() {
        return null;
    }

    @Override
    public List<String> getQualifierAnnotationNames() {
        return List.of();
    }

    @Override
    @SuppressWarnings({"removal", "deprecation"})
    public jakarta.persistence.spi.PersistenceUnitTransactionType getTransactionType() {
        return jakarta.persistence.spi.PersistenceUnitTransactionType.RESOURCE_LOCAL;
    }

    @Override
    public DataSource getJtaDataSource() {
        return null;
    }

    @Override
    public DataSource getNonJtaDataSource() {
        return pool;
    }

    @Override
    public List<String> getMappingFileNames() {
        return List.of();
    }

    @Override
    public List<URL> getJarFileUrls() {
        return List.of();
    }

    @Override
    public URL getPersistenceUnitRootUrl() {
        String name = getClass().getName().replace('.', '/') + ".class";
        String self = getClassLoader().getResource(name).toString();
        String root = self.substring(0, self.length() - name.length());
        try {
            return URI.create(root).toURL();
        } catch (MalformedURLException impossible) {
            throw new IllegalStateException("classes are loaded from " + root, impossible);
        }
    }

    @Override
    public List<String> getManagedClassNames() {
        return rows.stream().map(Class::getName).toList();
    }

    @Override
    public boolean excludeUnlistedClasses() {
        return true;
    }

    /// The database is changed by others, too: nothing is remembered between two questions.
    @Override
    public SharedCacheMode getSharedCacheMode() {
        return SharedCacheMode.NONE;
    }

    @Override
    public ValidationMode getValidationMode() {
        return ValidationMode.NONE;
    }

    @Override
    public Properties getProperties() {
        var properties = new Properties();
        properties.setProperty("jakarta.persistence.schema-generation.database.action", "none");
        properties.setProperty("eclipselink.target-database", "PostgreSQL");
        properties.setProperty("eclipselink.logging.level", "WARNING");
        properties.setProperty("eclipselink.weaving", "false");
        properties.setProperty("eclipselink.session.customizer", FirstAnswerCounts.class.getName());
        return properties;
    }

    @Override
    public String getPersistenceXMLSchemaVersion() {
        return "3.0";
    }

    @Override
    public ClassLoader getClassLoader() {
        return RowUnit.class.getClassLoader();
    }

    /// Nothing is woven.
    @Override
    public void addTransformer(ClassTransformer transformer) {}

    @Override
    public ClassLoader getNewTempClassLoader() {
        return getClassLoader();
    }
}
