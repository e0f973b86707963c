import { readFile } from "node:fs/promises";
import { eq, inArray } from "drizzle-orm";
import { LANGUAGES, type Language } from "@/contract/languages";
import { APPLICATION_STATES } from "@/contract/staff/application-states";
import {
  APPLICATION_PROBLEMS,
  applicationsFilterSchema,
  DUE,
  READ,
} from "@/contract/staff/applications";
import {
  sendLetter as contract,
  type LeftOut,
  type LetterTexts,
  letterField,
  type Recipients,
} from "@/contract/staff/letters";
import type { Effect } from "@/contract/staff/preview";
import { users } from "../../db/schema/accounts";
import { projects } from "../../db/schema/applications";
import { outbox } from "../../db/schema/mail";
import { currentEdition } from "../../editions/edition";
import { Failure } from "../../http/failure";
import { leftOutFrom, prepareLetter } from "../../mail/letter";
import { recipientsOf } from "../../staff/letters/recipients";
import { writeLetter } from "../../staff/letters/send-letter";
import { readCount, readEmail, readOne, readWith } from "../run/read";
import {
  type Change,
  CommandError,
  type Given,
  type Option,
  type Tools,
  UsageError,
  type Verb,
} from "../run/verb";

type Db = Tools["db"];

const FILTERS = {
  state: { value: APPLICATION_STATES.join("|"), says: "only applications in this state" },
  trouble: { value: APPLICATION_PROBLEMS.join("|"), says: "only applications with this problem" },
  due: {
    value: DUE.join("|"),
    says: "only applications whose own deadline is still to come, or is near",
  },
  readings: {
    value: READ.join("|"),
    says: "only sent applications with fewer readings than needed",
  },
  extended: { says: "only applications with an extension" },
  search: {
    value: "TEXT",
    says: "only applications that contain every word, as on the page Applications",
  },
} as const satisfies Record<string, Option>;

const TEXTS = Object.fromEntries(
  LANGUAGES.map((language) => [
    language,
    {
      value: "FILE",
      says: `the letter in "${language}": the subject on the first line, then the text`,
    },
  ]),
);

/** Texts for the terminal: the reasons why a letter skips an applicant. */
const WHY: Record<LeftOut, string> = {
  letter_gone: "the person was erased",
  letter_deactivated: "the account is deactivated",
  letter_unconfirmed: "nobody has confirmed the address",
  letter_bounced: "the address refused its last email",
  letter_had: "has already been sent this text",
  letter_no_value: "has no value for a placeholder of the text",
};

/**
 * Texts for the terminal: when the letter is sent, why the letter waits, and how many recipients differ from the others
 * in deadline or selection stage.
 */
const PACE: Record<string, (effect: Effect) => string> = {
  letter_takes: ({ count }) => `The last one is sent after about ${count} minutes.`,
  letter_paused: () => "Email is paused: the letter waits until someone resumes it.",
  letter_refusing: () => "The server accepts no email: the letter waits until it does again.",
  letter_beside: ({ count }) =>
    `${count} other emails are stuck. The letter does not wait for them.`,
  letter_differs_deadline: ({ count, facts }) =>
    `${count} of them have another deadline (${facts?.usual}, ${facts?.other}): use {deadline}.`,
  letter_differs_stage: ({ count }) => `${count} of them are in another stage: use {stage}.`,
  letter_behind: () => "Emails are stuck: the letter waits until sending resumes.",
};

/** Maximum number of applicants' names on a line of output. */
const NAMED = 5;

export const LETTER: Verb = {
  name: "letter",
  args: ["[EMAIL…]"],
  says: "queues a letter to applicants of the current edition, each in their language; the same text never twice",
  more: `Recipients: the applicants with these addresses, or all that match the filters; without a filter, --all.
--show-mails prints the letter as a recipient gets it; --test-to sends it to an address.`,
  options: {
    ...TEXTS,
    ...FILTERS,
    all: { says: "all applications that are not withdrawn" },
    count: {
      value: "N",
      says: "the number of recipients you expect; with another number, nothing is sent",
    },
  },
  refusable: true,
  change: write,
};

/** Queues a letter with the same function as the staff area (docs/decisions/0057). */
async function write(tools: Tools & { act: Parameters<typeof writeLetter>[2] }): Promise<Change> {
  const { db, config, act: context, option } = tools;
  const texts = await readTexts(tools);
  const selection = await readSelection(tools, context.now);
  const expected = option("count");
  const to = await recipientsOf(db, selection, { config, now: context.now }).catch(explain);
  // Lists the skipped applicants before the letter is queued. Afterwards, the list would also contain every recipient,
  // because a person who already received the letter is skipped.
  const left = await leftOutFrom(db, await prepareLetter(db, to, texts), 0);
  const made = await writeLetter(db, { selection, texts, config }, context).catch(explain);
  const { count, against = [], effects, mails = [] } = made;
  if (expected !== undefined && readCount(expected, "--count") !== count) {
    throw new CommandError(
      `The letter now has ${count} recipients, not ${expected}: nothing was sent.`,
    );
  }
  if (count === 0)
    throw new CommandError(["Nobody would get the letter.", ...against.map(sayWhy)].join("\n"));
  const languages = mails.map((own) => `${own.count} in "${own.language}"`).join(", ");
  return {
    lines: [`${count} ${count === 1 ? "email is" : "emails are"} queued: ${languages}.`],
    notes: effects.flatMap((one) => PACE[one.name]?.(one) ?? []),
    against: against.map(sayWhy),
    samples: await samplesOf(db, made.letter, mails),
  };

  function sayWhy({ name, count: all }: Effect): string {
    const named = left.people.filter(({ why }) => why === name).slice(0, NAMED);
    const more = all > named.length ? ` and ${all - named.length} more` : "";
    const names = named.map((one) => one.name || "an erased person").join(", ");
    return `${all} left out: ${WHY[name as LeftOut]} (${names}${more}).`;
  }
}

/** Returns the letter's first queued email in each language, as an example for the preview. */
async function samplesOf(
  db: Db,
  letter: string,
  mails: readonly { language: string; count: number }[],
): Promise<NonNullable<Change["samples"]>> {
  const rows = await db
    .selectDistinctOn([outbox.language])
    .from(outbox)
    .where(eq(outbox.letterId, letter))
    .orderBy(outbox.language, outbox.nextAttemptAt);
  return rows.map((mail) => ({
    mail,
    count: mails.find(({ language }) => language === mail.language)?.count ?? 0,
  }));
}

/**
 * Returns the applications of the typed addresses, or the applications that match the filters. Rejects a call that has
 * neither addresses nor filters nor `--all`, so that no letter goes to all applicants by mistake.
 */
async function readSelection(
  { db, rest, option, flag }: Pick<Tools, "db" | keyof Given>,
  now: Date,
): Promise<Recipients> {
  const audience = "applications";
  const emails = rest(0).map(readEmail);
  const said = [...Object.keys(FILTERS), "all"].filter((name) => option(name) ?? flag(name));
  if (emails.length > 0) {
    if (said.length > 0) throw new UsageError(`Give addresses or --${said[0]}, not both.`);
    return { audience, ids: await idsOf(db, emails, now) };
  }
  if (said.length === 0)
    throw new UsageError("The recipients are missing: give addresses, a filter, or --all.");
  if (flag("all") && said.length > 1) throw new UsageError("Give --all or a filter, not both.");
  const one = <const T extends string>(list: readonly T[], name: string) =>
    option(name) === undefined ? undefined : readOne(list, option(name), `--${name}`);
  const query = {
    state: one(APPLICATION_STATES, "state"),
    trouble: one(APPLICATION_PROBLEMS, "trouble"),
    due: one(DUE, "due"),
    readings: one(READ, "readings"),
    extended: flag("extended") ? ("yes" as const) : undefined,
    search: option("search"),
  };
  return { audience, query: readWith(applicationsFilterSchema, query, "The filter"), count: 0 };
}

/** Returns the ids of the given people's applications in the current edition. Throws if a person has no application. */
async function idsOf(db: Db, emails: string[], now: Date): Promise<string[]> {
  const { id, year } = await currentEdition(db, now);
  const rows = await db
    .select({ id: projects.id, email: users.email, edition: projects.editionId })
    .from(projects)
    .innerJoin(users, eq(users.id, projects.userId))
    .where(inArray(users.email, emails));
  const own = rows.filter(({ edition }) => edition === id);
  const missing = emails.filter((email) => !own.some((row) => row.email === email));
  if (missing.length > 0) {
    throw new CommandError(`No application of ${year} belongs to ${missing.join(", ")}.`);
  }
  return own.map((row) => row.id);
}

/** Reads the texts of the letter from the files that the command's options name. */
async function readTexts({ option }: Given): Promise<LetterTexts> {
  const written: Partial<Record<Language, { subject: string; text: string }>> = {};
  for (const language of LANGUAGES) {
    const file = option(language);
    if (file !== undefined) written[language] = await readText(file);
  }
  if (Object.keys(written).length === 0) {
    throw new UsageError(
      `The letter is missing: ${LANGUAGES.map((one) => `--${one} FILE`).join(", ")}.`,
    );
  }
  const read = contract.body.shape.texts.safeParse(written);
  if (read.success) return read.data;
  const wrong = read.error.issues.map(({ path, message }) => `${path.join(" ")}: ${message}`);
  throw new CommandError(`The letter is not valid: ${wrong.join(", ")}.`);
}

async function readText(file: string) {
  const whole = await readFile(file, "utf8").catch(() => {
    throw new CommandError(`${file} cannot be read.`);
  });
  const [subject = "", ...others] = whole.replace(/^\uFEFF/, "").split(/\r?\n/);
  return { subject, text: others.join("\n").trim() };
}

/** Converts an error of the function that queues letters to a message for the terminal. */
function explain(error: unknown): never {
  if (!(error instanceof Failure)) throw error;
  const missing = LANGUAGES.filter((language) =>
    (["subject", "text"] as const).some(
      (part) => error.details.fields?.[letterField(language, part)],
    ),
  );
  if (missing.length === 0) throw error;
  throw new CommandError(
    missing
      .map(
        (one) =>
          `Some recipients read it in "${one}": add --${one} FILE, with a subject and a text.`,
      )
      .join("\n"),
  );
}
