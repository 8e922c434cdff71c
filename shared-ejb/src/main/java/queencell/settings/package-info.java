/// The reader of MicroProfile Config.
///
/// A settings record declares key, default, bounds and one sentence on each component and lives in the room that it
/// steers. This room reads such records, warns about what it had to mend, names unknown variables, and renders the
/// reference page. It opens the door to MicroProfile Config and `queencell.log` only.
package queencell.settings;
