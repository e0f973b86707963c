/** Renders structured data for search engines. Browsers do not execute a script of this type. */
export function JsonLd({ data }: { data: Record<string, unknown> }) {
  // Escapes "<", so that text in the data cannot close the script element.
  const text = JSON.stringify({ "@context": "https://schema.org", ...data });
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON, with every "<" escaped
      dangerouslySetInnerHTML={{ __html: text.replaceAll("<", "\\u003c") }}
    />
  );
}
