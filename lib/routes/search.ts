/** The query parameters of a page's URL. */
export type Search = Promise<Record<string, string | string[] | undefined>>;

/** Returns a query parameter that occurs exactly once. Returns "" for a missing or repeated parameter. */
export async function single(search: Search, name: string): Promise<string> {
  const value = (await search)[name];
  return typeof value === "string" ? value : "";
}
