import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import {
  PASSWORD_ESTIMATED,
  PASSWORD_MIN,
  PASSWORD_SCORE_MIN,
  textLength,
} from "@/contract/fields";
import { fail } from "../../http/failure";

let factory: Promise<ZxcvbnFactory> | undefined;

/** Loads the password checker with about 100,000 words. Only processes that check a new password need these words. */
async function loadFactory(): Promise<ZxcvbnFactory> {
  const [common, en, it] = await Promise.all([
    import("@zxcvbn-ts/language-common"),
    import("@zxcvbn-ts/language-en"),
    import("@zxcvbn-ts/language-it"),
  ]);
  // The Italian dictionary package gives its word lists names without a language. Add a suffix, because these lists
  // would otherwise replace lists of another language.
  const italian = Object.entries(it.dictionary).map(([name, words]) => [`${name}-it`, words]);
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...en.dictionary, ...Object.fromEntries(italian) },
    graphs: common.adjacencyGraphs,
    maxLength: PASSWORD_ESTIMATED,
  });
}

type Person = { email: string; firstName: string; lastName: string };

/**
 * Returns words that an attacker tries first: the person's names and address and the programme's name, as a whole and
 * in parts.
 */
function ownWords({ email, firstName, lastName }: Person, programme: string): string[] {
  const [local = ""] = email.split("@");
  const words = [email, local, firstName, lastName, firstName + lastName, programme];
  const pieces = words.flatMap((word) => word.split(/[^\p{L}\p{N}]+/u));
  const all = [...words, ...pieces].map((word) => word.toLowerCase());
  return [...new Set(all.filter((word) => word.length > 2))];
}

/**
 * Rejects a short or easily guessed password with 422 weak_password. Estimates how many guesses the password
 * withstands, and requires no specific kinds of characters (ASVS 6.2.5).
 */
export async function refuseWeakPassword(
  password: string,
  person: Person,
  programme: string,
): Promise<void> {
  if (textLength(password) < PASSWORD_MIN) fail("weak_password");
  factory ??= loadFactory();
  const { score } = (await factory).check(password, ownWords(person, programme));
  if (score < PASSWORD_SCORE_MIN) fail("weak_password");
}
