/** What a page gets of the part after the question mark. */
export type Search = Promise<Record<string, string | string[] | undefined>>;

/** One parameter, given once; anything else is as good as not given. */
export async function single(search: Search, name: string): Promise<string> {
  const value = (await search)[name];
  return typeof value === "string" ? value : "";
}
