/**
 * Returns the `lang` attribute of a text that can be in another language than the page. Returns no attribute for a text
 * in the page's language, because flight data also contain undefined props.
 */
export function foreign(own: string, page: string): { lang?: string } {
  return own === page ? {} : { lang: own };
}
