import { createHash } from "node:crypto";
import { userInfo } from "node:os";
import { requiredLine, TEXT_MAX } from "@/contract/fields";
import { fold } from "@/contract/fold";
import type { Act } from "../../journal/acts";
import { type Attempted, type AttemptMail, attempt } from "../../journal/attempt";
import { readMail } from "../../mail/administer";
import { queueMail } from "../../mail/outbox";
import type { Template } from "../../mail/words";
import { readEmail, readWith } from "./read";
import { type Change, CommandError, type Tools, UsageError, type Verb } from "./verb";

type Changing = Extract<Verb, { change: unknown }>;
type Mail = AttemptMail;
type Shown = Attempted<Change>;

/** As many addresses as a line holds. */
const NAMED = 5;

/**
 * Makes a change with `--yes` (rule staff.shown-first); otherwise only shows what it would come to. What is shown is no forecast:
 * the change is made and taken back, so the mails listed are those that would leave. Returns the exit
 * code, by which `scripts/command.mjs` knows what to ask at a terminal.
 */
export async function carryOut(verb: Changing, tools: Tools): Promise<0 | 1 | 3 | 4> {
  const { flag, option, print } = tools;
  const keep = flag("yes");
  const shown = await tryOut(verb, tools, keep);
  report(shown, verb).forEach(print);
  if (flag("show-mails")) showMails(shown.mails, tools);
  if (keep) {
    print("Done.");
    return 0;
  }
  await sendTests(shown.mails, tools);
  if (isRefused(shown.change, tools)) {
    print("Nothing has been changed: this stands against it, and --anyway goes past that.");
    return 1;
  }
  const reasoned = verb.unreasoned || option("reason");
  print(
    `Nothing has been changed: this is what it would do with ${reasoned ? "" : "--reason TEXT "}--yes.`,
  );
  return reasoned ? 3 : 4;
}

/** Runs the change in a transaction, and keeps it or takes it back. */
async function tryOut(verb: Changing, tools: Tools, keep: boolean): Promise<Shown> {
  const reason = tools.option("reason");
  const asked = keep && !verb.unreasoned;
  const act: Act = {
    actor: whoDecides(verb, tools, keep),
    reason: asked ? readWith(requiredLine(TEXT_MAX), reason, "--reason TEXT") : (reason ?? ""),
    now: tools.now,
  };
  const made = await attempt(
    tools.db,
    act,
    (db, act) => verb.change({ ...tools, db, act }),
    (shown) => {
      if (!keep) return null;
      if (isRefused(shown.change, tools)) {
        throw new CommandError(
          [...(shown.change.against ?? []), "--anyway goes past this."].join("\n"),
        );
      }
      return createHash("sha256").update(report(shown, verb).join("\n")).digest("hex");
    },
  );
  if (keep) await made.change.after?.();
  return made;
}

/**
 * Who decides: whoever runs it or is named, and where two have to (rule staff.two), the other as well: nothing is made
 * without, and what always takes two is not even shown.
 */
function whoDecides({ two }: Changing, { config, option }: Tools, keep: boolean): string {
  const one = option("by")?.trim() || userInfo().username;
  const isForTwo = two === "always" || (two !== undefined && config.SECOND_PERSON.includes(two));
  const isNeeded = two === "always" || (isForTwo && keep);
  if (option("and") === undefined && !isNeeded) return one;
  const other = readWith(requiredLine(), option("and"), "--and NAME");
  if (fold(other) === fold(one)) {
    throw new UsageError(`--and names somebody else than ${one}: two people decide this.`);
  }
  return `${one} and ${other}`;
}

function isRefused({ against = [] }: Change, { flag }: Tools): boolean {
  return against.length > 0 && !flag("anyway");
}

/** What it does, line by line: it is the same whether it is made or only shown. */
function report({ change, mails, cancelled }: Shown, verb: Changing): string[] {
  const kinds = [...Map.groupBy(mails, ({ template }) => template)].map(([name, own]) => {
    const to = own.slice(0, NAMED).map(({ recipient }) => recipient);
    const more = own.length > NAMED ? ` and ${own.length - NAMED} more` : "";
    return `Mail: ${own.length} × ${name}, to ${to.join(", ")}${more}`;
  });
  return [
    ...change.lines,
    ...(change.notes ?? []).map((note) => `Note: ${note}`),
    ...(change.against ?? []).map((reason) => `Against it: ${reason}`),
    ...kinds,
    ...(mails.length === 0 && !verb.unreasoned ? ["Mail: none leaves."] : []),
    ...(cancelled > 0 ? [`Mail: ${cancelled} that had not left yet cancelled.`] : []),
  ];
}

function showMails(mails: readonly Mail[], tools: Tools): void {
  const { print } = tools;
  for (const mail of oneOfEach(mails)) {
    print(`\n--- ${mail.template}, ${mail.language}, to ${mail.recipient}`);
    const read = readMail(mail, tools.config, tools.now);
    if (read) print(`Subject: ${read.subject}\n\n${read.text}`);
  }
}

/** One mail of each kind and language. */
function oneOfEach(mails: readonly Mail[]): Mail[] {
  const kinds = Map.groupBy(mails, ({ template, language }) => `${template} ${language}`);
  return [...kinds.values()].flatMap(([first]) => first ?? []);
}

async function sendTests(mails: readonly Mail[], { db, option, print }: Tools): Promise<void> {
  const to = option("test-to");
  if (to === undefined) return;
  const recipient = readEmail(to);
  const chosen = oneOfEach(mails);
  for (const { template, language, data } of chosen) {
    const kind = template as Template;
    await queueMail(db, { template: kind, language, data, recipient, userId: null });
  }
  print(
    `Test: ${chosen.length} ${chosen.length === 1 ? "mail" : "mails"} queued for ${recipient}.`,
  );
}
