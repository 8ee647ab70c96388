package rogues;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** As much JSON (RFC 8259) as the contract needs: the input is written by the harness. */
final class JSON {
  private final String text;
  private int at;

  private JSON(String text) {
    this.text = text;
  }

  static Object parse(String text) {
    JSON parser = new JSON(text);
    Object value = parser.value();
    parser.space();
    if (parser.at != text.length()) throw new IllegalArgumentException("text after the JSON value");
    return value;
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> object(Object value) {
    return (Map<String, Object>) value;
  }

  @SuppressWarnings("unchecked")
  static List<Object> list(Object value) {
    return value == null ? List.of() : (List<Object>) value;
  }

  private void space() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
  }

  private boolean take(String token) {
    space();
    if (!text.startsWith(token, at)) return false;
    at += token.length();
    return true;
  }

  private void need(String token) {
    if (!take(token)) throw new IllegalArgumentException("no " + token + " at " + at);
  }

  private Object value() {
    if (take("null")) return null;
    if (take("true")) return true;
    if (take("false")) return false;
    if (take("{")) {
      Map<String, Object> members = new LinkedHashMap<>();
      if (take("}")) return members;
      do {
        need("\"");
        String name = string();
        need(":");
        members.put(name, value());
      } while (take(","));
      need("}");
      return members;
    }
    if (take("[")) {
      List<Object> elements = new ArrayList<>();
      if (take("]")) return elements;
      do elements.add(value()); while (take(","));
      need("]");
      return elements;
    }
    if (take("\"")) return string();
    int start = at;
    while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) at++;
    String number = text.substring(start, at);
    if (number.matches("-?[0-9]+")) return Long.parseLong(number);
    return Double.parseDouble(number);
  }

  private String string() {
    StringBuilder result = new StringBuilder();
    while (true) {
      char character = text.charAt(at++);
      if (character == '"') return result.toString();
      if (character != '\\') {
        result.append(character);
        continue;
      }
      char escape = text.charAt(at++);
      switch (escape) {
        case 'b' -> result.append('\b');
        case 'f' -> result.append('\f');
        case 'n' -> result.append('\n');
        case 'r' -> result.append('\r');
        case 't' -> result.append('\t');
        case 'u' -> {
          result.append((char) Integer.parseInt(text.substring(at, at + 4), 16));
          at += 4;
        }
        default -> result.append(escape);
      }
    }
  }

  static String write(Object value) {
    StringBuilder out = new StringBuilder();
    write(value, out);
    return out.toString();
  }

  private static void write(Object value, StringBuilder out) {
    if (value instanceof Map<?, ?> map) {
      String separator = "{";
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        out.append(separator);
        write(entry.getKey(), out);
        out.append(':');
        write(entry.getValue(), out);
        separator = ",";
      }
      out.append(map.isEmpty() ? "{}" : "}");
    } else if (value instanceof List<?> list) {
      String separator = "[";
      for (Object element : list) {
        out.append(separator);
        write(element, out);
        separator = ",";
      }
      out.append(list.isEmpty() ? "[]" : "]");
    } else if (value instanceof String text) {
      out.append('"');
      for (char character : text.toCharArray()) {
        if (character == '"' || character == '\\') out.append('\\').append(character);
        else if (character < 0x20 || character > 0x7e) out.append(String.format("\\u%04x", (int) character));
        else out.append(character);
      }
      out.append('"');
    } else {
      out.append(value);
    }
  }
}
