/** A page's search params. */
export type Search = Promise<Record<string, string | string[] | undefined>>;

/** One parameter, given once; anything else counts as missing. */
export async function single(search: Search, name: string): Promise<string> {
  const value = (await search)[name];
  return typeof value === "string" ? value : "";
}
