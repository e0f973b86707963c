import { appendAuditEntry } from "../../audit-log/entries";
import { dayWords } from "../../scheduling/say-dates";
import { askReset, keepFactors, resetOf } from "../../users/second-factor/reset";
import { readEmail } from "../run/read";
import { type Change, CommandError, type Verb } from "../run/verb";
import { knownAccount } from "./known-account";

type Changing = Extract<Verb, { change: unknown }>["change"];

/**
 * Command verbs that reset the second factor of a person who lost all passkeys, authenticator apps, and recovery codes.
 */
export const SECOND_FACTOR_VERBS: readonly Verb[] = [
  {
    name: "second-factor reset",
    args: ["EMAIL"],
    says: "removes app, recovery codes and passkeys, after a delay in which the owner can object",
    more: "Two people decide: the one who runs the command (or --by), and --and. The owner gets an email; logging in with one of them cancels the reset.",
    options: { and: { value: "NAME", says: "the second person who decided it", needed: true } },
    two: "always",
    change: reset,
  },
  {
    name: "second-factor keep",
    args: ["EMAIL"],
    says: "cancels the reset",
    change: keep,
  },
];

async function reset({
  db,
  config,
  arg,
  act: context,
  now,
}: Parameters<Changing>[0]): Promise<Change> {
  const user = await knownAccount(db, readEmail(arg(0)));
  if (user.deactivatedAt) throw new CommandError(`${user.email} is deactivated.`);
  const asked = await resetOf(db, user.id);
  if (asked)
    throw new CommandError(
      `A reset has already been requested: it takes effect on ${dayWords(asked)}.`,
    );
  const dueAt = await askReset(db, config, user.id, now);
  if (!dueAt) throw new CommandError(`${user.email} has neither an app nor a passkey.`);
  await appendAuditEntry(db, context, {
    act: "user.second-factor-reset",
    target: { user: user.id },
  });
  return {
    lines: [
      `${user.email} (${user.firstName} ${user.lastName}) loses app, recovery codes and passkeys in ${config.SECOND_FACTOR_RESET_HOURS} hours, on ${dayWords(dueAt)}, unless they log in with one of them before.`,
    ],
  };
}

async function keep({ db, arg, act: context }: Parameters<Changing>[0]): Promise<Change> {
  const user = await knownAccount(db, readEmail(arg(0)));
  if (!(await keepFactors(db, user.id))) {
    throw new CommandError(`There is no reset to cancel for ${user.email}.`);
  }
  await appendAuditEntry(db, context, {
    act: "user.second-factor-keep",
    target: { user: user.id },
  });
  return { lines: [`${user.email} keeps app, recovery codes and passkeys.`] };
}
