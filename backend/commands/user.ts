import { parseArgs } from "node:util";
import type { z } from "zod";
import { emailSchema, languageSchema, requiredLine } from "@/contract/fields";
import { DEFAULT_LANGUAGE } from "@/contract/languages";
import { GRANTED_ROLES, ROLE_TABLE } from "@/contract/roles";
import type { Database } from "../db/connect";
import { conflictReason, conflictsAhead } from "../evaluations/conflicts";
import { Failure } from "../http/failure";
import { findAccount, listAccounts, reactivate, setRole } from "../users/administer";
import { eraseAccount, eraseAddress, eraseDue } from "../users/erase";
import { inviteEvaluator } from "../users/invite";
import { CommandError, columns, runCommand, UsageError } from "./run-command";

const DAY = 86_400_000;
const USAGE =
  'npm run user -- list | grant evaluator EMAIL [--anyway] | revoke evaluator EMAIL | reactivate EMAIL | erase [EMAIL --now] | invite evaluator EMAIL --name "FIRST LAST" (or --first-name, --last-name) [--language it|en] [--anyway]';

const INVITATION = {
  invited: "Invited: the link leaves within seconds if the product runs, else when it starts.",
  granted: "The account exists: it is an evaluator now, and a mail says so.",
  granted_already: "That account is an evaluator already: nothing was sent.",
};

await runCommand(USAGE, async ({ db, config, store, print }) => {
  const { positionals, values } = readArguments();
  const [verb, ...rest] = positionals;
  if (verb === "list" && rest.length === 0) {
    const rows = await listAccounts(db);
    for (const line of columns([["EMAIL", "NAME", "ROLES", "STATE", "SINCE"], ...rows]))
      print(line);
    return;
  }
  const role = GRANTED_ROLES.find((known) => known === rest[0]);
  if ((verb === "grant" || verb === "revoke") && role && rest.length === 2) {
    const email = parse(emailSchema, rest[1], "EMAIL");
    const grant = verb === "grant";
    if (role === "evaluator" && grant && !values.anyway) await refuseConflicts(db, { email });
    if (!(await setRole(db, email, role, grant))) throw unknown(email);
    print(`${email} is ${grant ? "now" : "no longer"} ${ROLE_TABLE[role].label}.`);
    return;
  }
  if (verb === "reactivate" && rest.length === 1) {
    const email = parse(emailSchema, rest[0], "EMAIL");
    if (!(await reactivate(db, email).catch(explainTeam))) throw unknownClosed(email);
    print(`${email} can log in again.`);
    return;
  }
  if (verb === "erase" && rest.length <= 1) {
    print(await erase({ db, config, store }, rest[0], values.now));
    return;
  }
  if (verb === "invite" && (rest.length === 1 || (rest.length === 2 && rest[0] === "evaluator"))) {
    const email = parse(emailSchema, rest.at(-1), "EMAIL");
    const [first, ...others] = values.name?.trim().split(/\s+/) ?? [];
    const person = {
      email,
      firstName: parse(requiredLine(), values["first-name"] ?? first, "--name or --first-name"),
      lastName: parse(
        requiredLine(),
        values["last-name"] ?? others.join(" "),
        "--name or --last-name",
      ),
      language: parse(languageSchema, values.language, "--language"),
    };
    if (!values.anyway) await refuseConflicts(db, person);
    const invitation = await inviteEvaluator(db, person, new Date());
    if (invitation === "closed")
      throw new CommandError(`The account of ${email} is closed: reactivate it first.`);
    print(INVITATION[invitation]);
    return;
  }
  throw new UsageError(verb ? `"${positionals.join(" ")}" is no command.` : "No command given.");
});

/**
 * Stops before somebody becomes an evaluator of their own projects, and lists those. An account
 * goes by the name it has, whatever an invitation says.
 */
async function refuseConflicts(
  db: Database,
  given: { email: string; firstName?: string; lastName?: string },
) {
  const account = await findAccount(db, given.email);
  const judge = account ?? { id: null, firstName: "", lastName: "", ...given };
  const conflicts = await conflictsAhead(db, judge, new Date());
  if (conflicts.length === 0) return;
  const lines = conflicts.map(
    ({ nome, year, kind }) => `  ${nome} (${year}): ${conflictReason(kind, "en")}`,
  );
  throw new CommandError(
    [
      `${given.email} has a conflict of interest; nothing was changed.`,
      ...lines,
      "An evaluator is recused from such projects by rule. Add --anyway to go on.",
    ].join("\n"),
  );
}

/** Every account that is due; or one closed account, ahead of time only with --now. */
async function erase(
  tools: Parameters<typeof eraseDue>[0],
  given: string | undefined,
  now: boolean,
) {
  if (given === undefined) {
    const count = await eraseDue(tools, new Date());
    return `Erased: ${count}. Closed accounts are erased after ${tools.config.ERASE_AFTER_DAYS} days.`;
  }
  const email = parse(emailSchema, given, "EMAIL");
  const user = await findAccount(tools.db, email);
  if (!user) {
    // Whoever asked for the whitepaper, or was written to, without an account.
    if (!(await eraseAddress(tools.db, email))) throw unknown(email);
    return `${email} is erased: it had no account, and nothing knows the address any more.`;
  }
  if (!user.deactivatedAt) {
    throw new CommandError(`${email} is in use: its owner deactivates it from the profile.`);
  }
  const due = user.deactivatedAt.getTime() + tools.config.ERASE_AFTER_DAYS * DAY;
  if (!now && due > Date.now()) {
    const day = new Date(due).toISOString().slice(0, 10);
    throw new CommandError(`${email} can be given back until ${day}. Add --now to erase it today.`);
  }
  await eraseAccount(tools, user.id, new Date());
  return `${email} is erased: receipts and closed scores stay, nothing of the person does.`;
}

function explainTeam(error: unknown): never {
  if (!(error instanceof Failure)) throw error;
  throw new CommandError("Somebody of its team has joined another application meanwhile.");
}

function unknownClosed(email: string) {
  return new CommandError(`There is no deactivated account with ${email}.`);
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        name: { type: "string" },
        "first-name": { type: "string" },
        "last-name": { type: "string" },
        language: { type: "string", default: DEFAULT_LANGUAGE },
        now: { type: "boolean", default: false },
        anyway: { type: "boolean", default: false },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function parse<S extends z.ZodType>(schema: S, value: unknown, name: string): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new UsageError(`${name}: ${result.error.issues[0]?.message}`);
}

function unknown(email: string) {
  return new CommandError(`There is no account with ${email}.`);
}
