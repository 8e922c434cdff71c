package queencell.dev.command;

import java.io.PrintStream;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/// Prints what a statement gave: as plain columns for a person, or as mere values for a script.
final class SqlTable {

    private final PrintStream out;
    private final boolean valuesOnly;

    SqlTable(PrintStream out, boolean valuesOnly) {
        this.out = out;
        this.valuesOnly = valuesOnly;
    }

    /// Prints every result of an executed statement.
    void printAll(Statement statement, boolean firstIsRows) throws SQLException {
        boolean rows = firstIsRows;
        while (true) {
            if (rows) {
                print(statement.getResultSet());
            } else if (statement.getUpdateCount() >= 0) {
                if (!valuesOnly) {
                    out.printf("%d rows changed%n", statement.getUpdateCount());
                }
            } else {
                return;
            }
            rows = statement.getMoreResults();
        }
    }

    private void print(ResultSet result) throws SQLException {
        ResultSetMetaData shape = result.getMetaData();
        var lines = new ArrayList<List<String>>();
        var head = new ArrayList<String>();
        for (int column = 1; column <= shape.getColumnCount(); column++) {
            head.add(shape.getColumnLabel(column));
        }
        lines.add(head);
        while (result.next()) {
            var line = new ArrayList<String>();
            for (int column = 1; column <= shape.getColumnCount(); column++) {
                String value = result.getString(column);
                // a row stays one line
                line.add(value == null ? "" : value.replace("\n", "\\n"));
            }
            lines.add(line);
        }
        if (valuesOnly) {
            lines.stream().skip(1).forEach(line -> out.println(String.join("\t", line)));
            return;
        }
        int[] widths = widths(lines, head.size());
        printLine(lines.getFirst(), widths);
        out.println(rule(widths));
        lines.stream().skip(1).forEach(line -> printLine(line, widths));
        out.printf("(%d %s)%n", lines.size() - 1, lines.size() == 2 ? "row" : "rows");
    }

    private static int[] widths(List<List<String>> lines, int columns) {
        var widths = new int[columns];
        for (List<String> line : lines) {
            for (int column = 0; column < columns; column++) {
                widths[column] = Math.max(widths[column], line.get(column).length());
            }
        }
        return widths;
    }

    private void printLine(List<String> line, int[] widths) {
        var text = new StringBuilder();
        for (int column = 0; column < widths.length; column++) {
            text.append(column == 0 ? "" : " | ").append(line.get(column));
            text.append(" ".repeat(widths[column] - line.get(column).length()));
        }
        out.println(text.toString().stripTrailing());
    }

    private static String rule(int[] widths) {
        var parts = new ArrayList<String>();
        for (int width : widths) {
            parts.add("-".repeat(width));
        }
        return String.join("-+-", parts);
    }
}
