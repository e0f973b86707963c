/** A page's search parameters. */
export type Search = Promise<Record<string, string | string[] | undefined>>;

/** Returns a parameter that is given exactly once. Returns "" for a missing or repeated parameter. */
export async function single(search: Search, name: string): Promise<string> {
  const value = (await search)[name];
  return typeof value === "string" ? value : "";
}
