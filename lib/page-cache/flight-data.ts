/*
 * Shortens the flight data of prerendered pages: the data from which React hydrates the page. Plain Node reads this file
 * (lib/page-cache/page-policy.cjs).
 */

/** Pattern of a script that adds flight data as a JSON string, in which Next escapes `<`. */
const DATA = /(?<=<script>self\.__next_f\.push\(\[1,)"([^<]*)"(?=\]\)<\/script>)/g;

/**
 * Puts flight data between single quotes. Flight data are JSON, so every quotation mark in them would need a backslash,
 * which is a tenth of the data.
 */
export function withSingleQuotes(html: string): string {
  return html.replace(DATA, (_, data: string) => {
    const text = data.replace(/\\.|'/g, (part) => {
      if (part === "'") return "\\'";
      return part === '\\"' ? '"' : part;
    });
    return `'${text}'`;
  });
}
