import type { ZxcvbnFactory } from "@zxcvbn-ts/core";

/** The estimate's work grows with the square of the length, and what follows adds only strength. */
const CHECKED = 64;

const factories = new Map<string, Promise<ZxcvbnFactory>>();

/** Some hundred kB of words, loaded when the first password is typed: the page's language's alone. */
async function load(locale: string): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Factory }, common, language] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
    locale === "it" ? import("@zxcvbn-ts/language-it") : import("@zxcvbn-ts/language-en"),
  ]);
  const own = Object.entries(language.dictionary).map(([name, words]) => [`${name}-own`, words]);
  return new Factory({
    dictionary: { ...common.dictionary, ...Object.fromEntries(own) },
    graphs: common.adjacencyGraphs,
    maxLength: CHECKED,
  });
}

/**
 * How hard a password is to guess, 0 to 4. An estimate for the one who types: the back end decides.
 *
 * @param own what anybody would try first: the person's names and address
 */
export async function scorePassword(
  password: string,
  own: string[],
  locale: string,
): Promise<0 | 1 | 2 | 3 | 4> {
  let factory = factories.get(locale);
  if (!factory) {
    factory = load(locale);
    factory.catch(() => factories.delete(locale));
    factories.set(locale, factory);
  }
  const words = own.flatMap((word) => [word, ...word.split(/[^\p{L}\p{N}]+/u)]);
  const tried = words.map((word) => word.toLowerCase()).filter((word) => word.length > 2);
  return (await factory).check(password, tried).score;
}
