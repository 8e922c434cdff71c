/// Load whose usage is counted twice: by whoever sends it, from the answers alone, and by the proxy.
package queencell.usage;
