import { eq } from "drizzle-orm";
import { inviteEvaluators as contract, type InvitedPerson } from "@/contract/staff/evaluators";
import { type Effect, endFact } from "@/contract/staff/preview";
import { type ActionContext, appendAuditEntry } from "../../audit-log/entries";
import type { Database } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { conflictsAhead } from "../../evaluations/conflicts-of-interest";
import type { Call } from "../../http/serve";
import { findAccount } from "../../users/administer";
import { workAhead } from "../../users/invitation/invitation";
import { inviteEvaluator } from "../../users/invitation/invite";
import { executeAction, type Outcome } from "../execute-action";
import { datesOf, roundActedOn, roundData, roundEffects } from "../shown-round";
import { matchJury } from "./jury-matching";

/**
 * Invites people to become evaluators, like `npm run user -- invite evaluator`. The preview lists each person who
 * cannot be invited as a blocker, with name and reason.
 */
export function inviteEvaluators(call: Call<typeof contract>) {
  return executeAction(contract, call, (db, context) => inviteAll(db, call.body, context));
}

async function inviteAll(
  db: Database,
  { people, round: number }: { people: readonly InvitedPerson[]; round?: number | undefined },
  context: ActionContext,
): Promise<Outcome> {
  const round = await roundActedOn(db, { round: number }, context.now);
  const { all } = await matchJury(db, round, {}, context.now);
  const stateOf = new Map(all.map(({ user, state }) => [user.email, state]));
  const against = new Map<string, { name: string; email: string }[]>();
  const recused: string[] = [];
  const to: string[] = [];
  let invited = 0;
  for (const { first_name: firstName, last_name: lastName, email, language, capacity } of people) {
    const name = `${firstName} ${lastName}`.trim();
    const refuse = (why: string) => {
      to.push(`${email} ${why}`);
      against.set(why, [...(against.get(why) ?? []), { name, email }]);
    };
    const state = stateOf.get(email);
    if (state === "declined") refuse("declined");
    else if (state === "invited" || state === "unanswered") refuse("already_invited");
    else {
      const person = {
        ...{ email, firstName, lastName, language, capacity },
        ...{ by: context.actorId, round: round.number },
      };
      // An existing account keeps its name, regardless of the name in the request.
      const evaluator = (await findAccount(db, email)) ?? { id: null, ...person };
      const made = await inviteEvaluator(db, person, context.now);
      if (made !== "invited" && made !== "asked") {
        refuse(made);
        continue;
      }
      // Remember the invited address, so that a second request for the same address in the same list is refused.
      stateOf.set(email, "invited");
      if ((await conflictsAhead(db, evaluator, context.now)).length > 0) recused.push(name);
      const [{ id } = { id: "" }] = await db
        .select({ id: users.id })
        .from(users)
        .where(eq(users.email, email));
      const data = { role: "evaluator", ...roundData(round) };
      await appendAuditEntry(db, context, { act: "user.invite", target: { user: id }, data });
      to.push(email);
      invited += 1;
    }
  }
  const { projects, closes } = await workAhead(db, round, null);
  const who = (names: readonly string[]) => ({
    count: names.length,
    facts: { who: names.join(", ") },
  });
  const effects: Effect[] = [
    { name: "invited", count: invited },
    ...roundEffects(round),
    ...(round.number > 1
      ? [{ name: "round_dates", count: invited, facts: datesOf(round) }]
      : closes
        ? [{ name: "finds_until", count: projects, facts: { until: endFact(closes) } }]
        : [{ name: "finds", count: projects }]),
    ...(recused.length > 0 ? [{ name: "will_be_recused", ...who(recused) }] : []),
  ];
  // Return the addresses of the refused people, because the invitation dialog marks their lines by address.
  const refused = [...against].map(([name, these]) => ({
    name,
    count: these.length,
    facts: {
      who: these.map((one) => one.name).join(", "),
      emails: these.map((one) => one.email).join(" "),
    },
  }));
  return { count: invited, to, effects, against: refused };
}
