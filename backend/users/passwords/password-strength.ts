import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { PASSWORD_MIN, textLength } from "@/contract/fields";
import { fail } from "../../http/failure";

/** Below this score (0–4) a password is guessed within about 10^6 attempts. */
const SCORE_MIN = 2;
/** The estimate's work grows with the square of the length, and what follows adds only strength. */
const CHECKED = 64;

let factory: Promise<ZxcvbnFactory> | undefined;

/** Loads some 100,000 words; only back ends that see a registration need them. */
async function loadFactory(): Promise<ZxcvbnFactory> {
  const [common, en, it] = await Promise.all([
    import("@zxcvbn-ts/language-common"),
    import("@zxcvbn-ts/language-en"),
    import("@zxcvbn-ts/language-it"),
  ]);
  // The Italian package predates the suffixed names: without one its lists would replace others.
  const italian = Object.entries(it.dictionary).map(([name, words]) => [`${name}-it`, words]);
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...en.dictionary, ...Object.fromEntries(italian) },
    graphs: common.adjacencyGraphs,
    maxLength: CHECKED,
  });
}

type Person = { email: string; firstName: string; lastName: string };

/** What anybody would try first: the person's own names and address, whole and in pieces. */
function ownWords({ email, firstName, lastName }: Person, programme: string): string[] {
  const [local = ""] = email.split("@");
  const words = [email, local, firstName, lastName, firstName + lastName, programme];
  const pieces = words.flatMap((word) => word.split(/[^\p{L}\p{N}]+/u));
  const all = [...words, ...pieces].map((word) => word.toLowerCase());
  return [...new Set(all.filter((word) => word.length > 2))];
}

/**
 * 422 weak_password for a password that is short or easy to guess, judged by how it would be
 * guessed and never by what kinds of characters it has (ASVS 6.2.5).
 */
export async function refuseWeakPassword(
  password: string,
  person: Person,
  programme: string,
): Promise<void> {
  if (textLength(password) < PASSWORD_MIN) fail("weak_password");
  factory ??= loadFactory();
  const { score } = (await factory).check(password, ownWords(person, programme));
  if (score < SCORE_MIN) fail("weak_password");
}
