import { createHash } from "node:crypto";
import { userInfo } from "node:os";
import { requiredLine, TEXT_MAX } from "@/contract/fields";
import { fold } from "@/contract/text/normalize-text";
import { type ActionContext, appendAuditEntry } from "../../audit-log/entries";
import {
  type ActionResult,
  executeOrRollBack,
  type QueuedMailRow,
} from "../../audit-log/execute-or-roll-back";
import { Failure } from "../../http/failure";
import { accountLimit } from "../../http/limits";
import { takeOne } from "../../http/rate-limit";
import { readMail } from "../../mail/administer";
import type { Template } from "../../mail/messages";
import { markedAsTest, queueMail } from "../../mail/outbox";
import { findAccount } from "../../users/administer";
import { readEmail, readWith } from "./read";
import { type Change, CommandError, type Tools, UsageError, type Verb } from "./verb";

type Changing = Extract<Verb, { change: unknown }>;
type Mail = QueuedMailRow;
type PreviewedChange = ActionResult<Change>;

/** Maximum number of email addresses on a line of output. */
const NAMED = 5;

/**
 * Runs a change with `--yes`, or else shows a preview (rule staff.shown-first). A preview runs the change and rolls it
 * back, so the preview lists the exact emails. From the returned exit code, `scripts/command.mjs` decides whether to
 * ask the user for a confirmation or a reason.
 */
export async function executeVerb(verb: Changing, tools: Tools): Promise<0 | 1 | 3 | 4> {
  const { flag, option, print } = tools;
  const keep = flag("yes");
  const shown = await tryOut(verb, tools, keep);
  report(shown, verb).forEach(print);
  const examples = oneOfEach(shown);
  if (flag("show-mails")) showMails(examples, tools);
  if (keep) {
    print("Done.");
    return 0;
  }
  await sendTests(examples, tools);
  if (isRefused(shown.change, tools)) {
    print(
      "Nothing has been changed, because something blocks this. Add --anyway to continue despite it.",
    );
    return 1;
  }
  const reasoned = verb.unreasoned || option("reason");
  print(
    `Nothing has been changed. To make this change, add ${reasoned ? "" : "--reason TEXT "}--yes.`,
  );
  return reasoned ? 3 : 4;
}

/** Runs the change in a transaction, then commits it (`keep`) or rolls it back. */
async function tryOut(verb: Changing, tools: Tools, keep: boolean): Promise<PreviewedChange> {
  const reason = tools.option("reason");
  const asked = keep && !verb.unreasoned;
  const context: ActionContext = {
    actor: whoDecides(verb, tools, keep),
    reason: asked ? readWith(requiredLine(TEXT_MAX), reason, "--reason TEXT") : (reason ?? ""),
    now: tools.now,
  };
  const made = await executeOrRollBack(
    tools.db,
    context,
    (db, context) => verb.change({ ...tools, db, act: context }),
    (shown) => {
      if (!keep) return null;
      if (isRefused(shown.change, tools)) {
        throw new CommandError(
          [...(shown.change.against ?? []), "Add --anyway to continue despite this."].join("\n"),
        );
      }
      return createHash("sha256").update(report(shown, verb).join("\n")).digest("hex");
    },
  );
  if (keep) await made.change.after?.();
  return made;
}

/**
 * Returns the name of the person who runs the command, joined with the name of the second person if two people must
 * decide (rule staff.two). Throws if the second person is missing. Actions that always require two people also need the
 * second person for a preview.
 */
function whoDecides({ two }: Changing, { config, option }: Tools, keep: boolean): string {
  const one = whoRuns({ option });
  const requiresApproval =
    two === "always" || (two !== undefined && config.SECOND_PERSON.includes(two));
  const isNeeded = two === "always" || (requiresApproval && keep);
  if (option("and") === undefined && !isNeeded) return one;
  const other = readWith(requiredLine(), option("and"), "--and NAME");
  if (fold(other) === fold(one)) {
    throw new UsageError(`--and must name someone other than ${one}: two people must decide this.`);
  }
  return `${one} and ${other}`;
}

/** Returns the name of the person who runs the command: from `--by`, or else the user name of the shell. */
const whoRuns = ({ option }: Pick<Tools, "option">) => option("by")?.trim() || userInfo().username;

function isRefused({ against = [] }: Change, { flag }: Tools): boolean {
  return against.length > 0 && !flag("anyway");
}

/** Returns the lines that describe a change on the terminal. A preview and a real run have the same lines. */
function report({ change, mails, cancelled }: PreviewedChange, verb: Changing): string[] {
  const kinds = [...Map.groupBy(mails, ({ template }) => template)].map(([name, own]) => {
    const to = own.slice(0, NAMED).map(({ recipient }) => recipient);
    const more = own.length > NAMED ? ` and ${own.length - NAMED} more` : "";
    return `Email: ${own.length} × ${name}, to ${to.join(", ")}${more}`;
  });
  const many = (change.samples ?? []).map(
    ({ mail, count }) =>
      `Email: ${count} × ${mail.template} in "${mail.language}", such as to ${mail.recipient}`,
  );
  return [
    ...change.lines,
    ...(change.notes ?? []).map((note) => `Note: ${note}`),
    ...(change.against ?? []).map((reason) => `Blocked: ${reason}`),
    ...kinds,
    ...many,
    ...(mails.length + many.length === 0 && !verb.unreasoned ? ["Email: none."] : []),
    ...(cancelled > 0 ? [`Email: ${cancelled} queued, now cancelled.`] : []),
  ];
}

function showMails(examples: readonly Mail[], tools: Tools): void {
  const { print } = tools;
  for (const mail of examples) {
    print(`\n--- ${mail.template}, ${mail.language}, to ${mail.recipient}`);
    const read = readMail(mail, tools.config, tools.now);
    if (read) print(`Subject: ${read.subject}\n\n${read.text}`);
  }
}

/** Returns one example email per template and language. */
function oneOfEach({ mails, change }: PreviewedChange): Mail[] {
  const kinds = Map.groupBy(mails, ({ template, language }) => `${template} ${language}`);
  const first = [...kinds.values()].flatMap(([mail]) => mail ?? []);
  return [...first, ...(change.samples ?? []).map(({ mail }) => mail)];
}

/**
 * Sends each example email to a test address, as the staff area does. Limits the number of test emails per address and
 * hour. Writes the test emails to the audit log.
 */
async function sendTests(examples: readonly Mail[], tools: Tools): Promise<void> {
  const { db, option, print, now } = tools;
  const to = option("test-to");
  if (to === undefined) return;
  const recipient = readEmail(to);
  const many = examples.length;
  const said = `${many} ${many === 1 ? "email" : "emails"}`;
  if (many > 0) {
    await takeOne(db, accountLimit("mail_test", recipient), now, many).catch((error: unknown) => {
      if (!(error instanceof Failure)) throw error;
      throw new CommandError(
        `${recipient} has received too many test emails. Try again in an hour.`,
      );
    });
    await db.transaction(async (tx) => {
      for (const { template, language, data } of examples) {
        const kind = template as Template;
        const test = { template: kind, language, data: markedAsTest(data) };
        await queueMail(tx, { ...test, recipient, userId: null });
      }
      const user = await findAccount(tx, recipient);
      const by = { actor: whoRuns(tools), reason: option("reason") ?? "", now };
      const data = { mails: String(many) };
      await appendAuditEntry(tx, by, {
        act: "mail.test",
        target: user ? { user: user.id } : {},
        data,
      });
    });
  }
  print(`Test: ${said} queued for ${recipient}.`);
}
