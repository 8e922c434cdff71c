/// What every JAX-RS application of ours answers with: error bodies and their mappers, request ids, JSON.
/// Opens the doors to JAX-RS and Jackson.
package queencell.web;
