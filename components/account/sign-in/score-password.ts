import type { ZxcvbnFactory } from "@zxcvbn-ts/core";
import {
  PASSWORD_ESTIMATED,
  PASSWORD_MIN,
  PASSWORD_SCORE_MIN,
  textLength,
} from "@/contract/fields";
import type { Language } from "@/contract/languages";

/**
 * Functions that load the word lists of each language. A language that is missing here uses only the word lists for all
 * languages.
 */
const DICTIONARIES: Partial<
  Record<Language, () => Promise<{ dictionary: Record<string, unknown> }>>
> = {
  it: () => import("@zxcvbn-ts/language-it"),
  en: () => import("@zxcvbn-ts/language-en"),
};

const factories = new Map<string, Promise<ZxcvbnFactory>>();

/**
 * Loads the password estimator and the words of one language (several hundred kB) when the user first types a password.
 */
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
    maxLength: PASSWORD_ESTIMATED,
  });
}

/**
 * Returns how hard a password is to guess, from 0 to 4. The estimate is advice only, because the back end decides.
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
  // A password below the minimum length scores at most 1.
  return textLength(password) < PASSWORD_MIN && score > 1 ? 1 : score;
}

/**
 * Reports whether a form should reject a password before sending the form. Returns false if the estimate is
 * unavailable.
 */
export async function seemsWeak(password: string, own: string[], locale: Language) {
  return (
    (await scorePassword(password, own, locale).catch(() => PASSWORD_SCORE_MIN)) <
    PASSWORD_SCORE_MIN
  );
}
