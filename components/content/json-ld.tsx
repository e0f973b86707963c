/** Structured data for search engines. A script of this type is data: it is never executed. */
export function JsonLd({ data }: { data: Record<string, unknown> }) {
  // "<" is written as an escape, so that no text of the data can end the element.
  const text = JSON.stringify({ "@context": "https://schema.org", ...data });
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON, with every "<" escaped
      dangerouslySetInnerHTML={{ __html: text.replaceAll("<", "\\u003c") }}
    />
  );
}
