import type { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { PASSWORD_MIN, textLength } from "@/contract/fields";
import type { Language } from "@/contract/languages";

/** The estimate's work grows with the square of the length, and what follows adds only strength. */
const CHECKED = 64;

/** The packages that know a language's commonest words; one without is judged by what is common to all. */
const DICTIONARIES: Partial<
  Record<Language, () => Promise<{ dictionary: Record<string, unknown> }>>
> = {
  it: () => import("@zxcvbn-ts/language-it"),
  en: () => import("@zxcvbn-ts/language-en"),
};

const factories = new Map<string, Promise<ZxcvbnFactory>>();

/** Some hundred kB of words, loaded when the first password is typed: the page's language's alone. */
async function load(locale: Language): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Factory }, common, language] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
    DICTIONARIES[locale]?.(),
  ]);
  const own = Object.entries(language?.dictionary ?? {}).map(([name, words]) => [
    `${name}-own`,
    words,
  ]);
  return new Factory({
    dictionary: { ...common.dictionary, ...Object.fromEntries(own) },
    graphs: common.adjacencyGraphs,
    maxLength: CHECKED,
  });
}

/**
 * How hard a password is to guess, 0 to 4. An estimate for the person typing: the back end decides.
 *
 * @param own what an attacker would try first: the person's names and address
 */
export async function scorePassword(
  password: string,
  own: string[],
  locale: Language,
): Promise<0 | 1 | 2 | 3 | 4> {
  let factory = factories.get(locale);
  if (!factory) {
    factory = load(locale);
    factory.catch(() => factories.delete(locale));
    factories.set(locale, factory);
  }
  const words = own.flatMap((word) => [word, ...word.split(/[^\p{L}\p{N}]+/u)]);
  const tried = words.map((word) => word.toLowerCase()).filter((word) => word.length > 2);
  const { score } = (await factory).check(password, tried);
  // A short password never counts as more than weak, whatever it is made of.
  return textLength(password) < PASSWORD_MIN && score > 1 ? 1 : score;
}

/** Below this score the back end answers weak_password. */
const SCORE_MIN = 2;

/**
 * Whether a form should refuse a password before it is sent; false while there is no estimate, as the back
 * end judges all the same.
 */
export async function seemsWeak(password: string, own: string[], locale: Language) {
  return (await scorePassword(password, own, locale).catch(() => SCORE_MIN)) < SCORE_MIN;
}
