import { requiredLine } from "@/contract/fields";
import { DEFAULT_LANGUAGE, LANGUAGES } from "@/contract/languages";
import { GRANTED_ROLES, ROLE_TABLE } from "@/contract/roles";
import { appendAuditEntry, isAbout } from "../../audit-log/entries";
import { describeAuditEntries } from "../../audit-log/read-entries";
import type { Database } from "../../db/connect";
import { conflictReason, conflictsAhead } from "../../evaluations/conflicts-of-interest";
import { eraseBytes } from "../../files/erase-bytes";
import { Failure } from "../../http/failure";
import { dayWords } from "../../scheduling/say-dates";
import { findAccount, giveRole, listAccounts, reactivate } from "../../users/administer";
import { dueForErasure, eraseAddress, eraseRows } from "../../users/erase";
import { dismissEvaluator, inviteEvaluator } from "../../users/invitation/invite";
import { columns } from "../run/columns";
import { readCount, readEmail, readOne, readWith } from "../run/read";
import { type Change, type Command, CommandError, explained, type Verb } from "../run/verb";
import { CORRECT } from "./correct";
import { DEMO_CODE } from "./demo-code";
import { knownAccount } from "./known-account";
import { SECOND_FACTOR_VERBS } from "./second-factor";

const DAY = 86_400_000;
const HEAD = ["EMAIL", "NAME", "ROLES", "STATE", "SINCE"];
const LOG_HEAD = ["WHEN (ROME)", "WHO", "WHAT", "WHY"];
const ROLE_HELP = `ROLE: ${GRANTED_ROLES.join(", ")}.`;

/**
 * Returns the audit log detail about blockers that `--anyway` overrides. Here, every blocker is a conflict of interest.
 * Returns an empty object without blockers.
 */
const past = (against: string[]): Record<string, string> =>
  against.length > 0 ? { despite: "a conflict of interest" } : {};

const INVITATION = {
  invited: "is invited to evaluate: the email has a link to answer and to choose a password",
  asked: "already has an account: an email asks to answer the invitation there",
  evaluates_already: "is already an evaluator: nothing is sent",
};

type Changing = Extract<Verb, { change: unknown }>["change"];

export const USER: Command = {
  name: "user",
  says: "accounts: roles, reactivation, erasure",
  verbs: [
    {
      name: "list",
      says: "every account with its roles and state",
      run: async ({ db, print }) => columns([HEAD, ...(await listAccounts(db))]).forEach(print),
    },
    {
      name: "grant",
      args: ["ROLE", "EMAIL"],
      says: "gives an account a role; it has to log in again",
      more: ROLE_HELP,
      refusable: true,
      change: granting(true),
    },
    {
      name: "revoke",
      args: ["ROLE", "EMAIL"],
      says: "takes a role away; the account has to log in again",
      more: ROLE_HELP,
      change: granting(false),
    },
    {
      name: "invite",
      args: ["evaluator", "EMAIL"],
      says: "invites a person to evaluate, and creates an account if needed",
      options: {
        name: { value: '"FIRST LAST"', says: "their name; the first word is the first name" },
        "first-name": { value: "NAME", says: "the first name, if it has more than one word" },
        "last-name": { value: "NAME", says: "the last name" },
        language: {
          value: "LANGUAGE",
          says: `language of the email: ${LANGUAGES.join(" or ")}; default: ${DEFAULT_LANGUAGE}`,
        },
        round: { value: "N", says: "the round whose jury they join; missing: the first one" },
      },
      refusable: true,
      change: invite,
    },
    CORRECT,
    {
      name: "reactivate",
      args: ["EMAIL"],
      says: "reactivates an account, applications included",
      change: async ({ db, arg, act: context }) => {
        const email = readEmail(arg(0));
        if (!(await reactivate(db, email).catch(explainTeam))) {
          throw new CommandError(`There is no deactivated account with ${email}.`);
        }
        const { id } = await knownAccount(db, email);
        await appendAuditEntry(db, context, { act: "user.reactivate", target: { user: id } });
        return { lines: [`${email} can log in again.`] };
      },
    },
    {
      name: "erase",
      args: ["EMAIL"],
      says: "permanently erases a deactivated account, or an address without an account",
      more: "Receipts, closed scores and released decisions stay, without the person.",
      options: { now: { says: "even if the account could still be reactivated" } },
      two: "erase",
      change: eraseOne,
    },
    {
      name: "erase-due",
      says: "erases deactivated accounts whose time to be reactivated is over; this also happens automatically",
      unreasoned: true,
      change: eraseAllDue,
    },
    ...SECOND_FACTOR_VERBS,
    DEMO_CODE,
    {
      name: "log",
      args: ["EMAIL"],
      says: "what was changed about an account, by whom and why",
      run: async ({ db, arg, print }) => {
        const { id } = await knownAccount(db, readEmail(arg(0)));
        columns([LOG_HEAD, ...(await describeAuditEntries(db, isAbout({ user: id })))]).forEach(
          print,
        );
      },
    },
  ],
};

function granting(grant: boolean): Changing {
  return async ({ db, arg, act: context, now }) => {
    const role = readOne(GRANTED_ROLES, arg(0), "ROLE");
    const email = readEmail(arg(1));
    const user = await knownAccount(db, email);
    const has = user.roles.includes(role);
    const { label } = ROLE_TABLE[role];
    if (has === grant) {
      throw new CommandError(`${email} is ${has ? "already" : "not"} ${label}: nothing to do.`);
    }
    const against = grant && role === "evaluator" ? await describeConflicts(db, user, now) : [];
    const data = past(against);
    if (grant || role !== "evaluator")
      await explained(() => giveRole(db, user, { role, granted: grant, data }, context));
    else {
      await dismissEvaluator(db, user, now);
      await appendAuditEntry(db, context, {
        act: "user.revoke",
        target: { user: user.id },
        data: { role },
      });
    }
    const effect = `${email} (${user.firstName} ${user.lastName}) is ${grant ? "now" : "no longer"} ${label}.`;
    return { lines: [effect], against };
  };
}

async function invite({
  db,
  arg,
  option,
  act: context,
  now,
}: Parameters<Changing>[0]): Promise<Change> {
  readOne(["evaluator"], arg(0), "ROLE");
  const email = readEmail(arg(1));
  const [first, ...others] = option("name")?.trim().split(/\s+/) ?? [];
  const name = (value: string | undefined, whose: string) =>
    readWith(requiredLine(), value || undefined, `--name or --${whose}-name`);
  const person = {
    email,
    firstName: name(option("first-name") ?? first, "first"),
    lastName: name(option("last-name") ?? others.join(" "), "last"),
    language: readOne(LANGUAGES, option("language") ?? DEFAULT_LANGUAGE, "--language"),
  };
  // An existing account keeps its name, regardless of the name in the invitation.
  const evaluator = (await findAccount(db, email)) ?? { id: null, ...person };
  const against = await describeConflicts(db, evaluator, now);
  const round = option("round") === undefined ? 1 : readCount(option("round"), "--round");
  const invitation = await inviteEvaluator(db, { ...person, round }, now);
  if (invitation === "no_round") throw new CommandError(`There is no round ${round}.`);
  if (invitation === "closed") {
    throw new CommandError(`The account of ${email} is deactivated: reactivate it first.`);
  }
  if (invitation === "no_edition") throw new CommandError("There is no edition to evaluate.");
  if (invitation === "already_invited") {
    throw new CommandError(`${email} has not answered the invitation to another round.`);
  }
  if (invitation === "staff_on_jury") {
    throw new CommandError(`${email} is staff: staff read results that this jury must not see.`);
  }
  if (invitation === "evaluation_over") {
    throw new CommandError("The evaluation has ended: no answer could arrive in time.");
  }
  const { id } = await knownAccount(db, email);
  const joined: Record<string, string> = round > 1 ? { round: String(round) } : {};
  const data = { role: "evaluator", ...joined, ...past(against) };
  await appendAuditEntry(db, context, { act: "user.invite", target: { user: id }, data });
  return { lines: [`${email} ${INVITATION[invitation]}.`], against };
}

/** Returns a sentence for each project that a future evaluator must not score because of a conflict of interest. */
async function describeConflicts(
  db: Database,
  evaluator: Parameters<typeof conflictsAhead>[1],
  now: Date,
): Promise<string[]> {
  const conflicts = await conflictsAhead(db, evaluator, now);
  return conflicts.map(
    ({ nome, year, kind }) =>
      `${nome} (${year}): ${conflictReason(kind, "en")}. They will be recused from it.`,
  );
}

async function eraseOne({
  db,
  config,
  store,
  arg,
  flag,
  act: context,
  now,
}: Parameters<Changing>[0]) {
  const email = readEmail(arg(0));
  const user = await findAccount(db, email);
  if (!user) {
    // No account has the address, but a whitepaper request, a data request, or an email can contain the address. Erases
    // these data.
    if (!(await eraseAddress(db, email, context)))
      throw new CommandError(`No data is stored about ${email}.`);
    return { lines: [`${email} is erased: it had no account, and no data about it remains.`] };
  }
  if (!user.deactivatedAt) {
    throw new CommandError(
      `The account of ${email} is in use: deactivate it first, in the control room or in its profile.`,
    );
  }
  const due = new Date(user.deactivatedAt.getTime() + config.ERASE_AFTER_DAYS * DAY);
  if (!flag("now") && due > now) {
    throw new CommandError(
      `${email} can be reactivated until ${dayWords(due)}. Add --now to erase it anyway.`,
    );
  }
  const bytes = await eraseRows(db, user.id, now, { by: context });
  return {
    lines: [`${email} is erased: receipts and closed scores stay, without the person.`],
    after: async () => bytes && eraseBytes({ config, store }, bytes),
  };
}

async function eraseAllDue({
  db,
  config,
  store,
  now,
  act: context,
}: Parameters<Changing>[0]): Promise<Change> {
  const due = await dueForErasure({ db, config }, now);
  const bytes: Awaited<ReturnType<typeof eraseRows>>[] = [];
  for (const { id } of due) bytes.push(await eraseRows(db, id, now, { by: context }));
  return {
    lines: [
      `${due.length} erased: deactivated for longer than ${config.ERASE_AFTER_DAYS} days.`,
      ...due.map(({ email }) => `  ${email}`),
    ],
    after: async () => {
      for (const one of bytes) if (one) await eraseBytes({ config, store }, one);
    },
  };
}

function explainTeam(error: unknown): never {
  if (!(error instanceof Failure)) throw error;
  throw new CommandError("A member of its team has since joined another application.");
}
