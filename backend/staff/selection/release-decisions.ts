import { eq, sql } from "drizzle-orm";
import * as contract from "@/contract/staff/selection";
import { editionTarget } from "../../audit-log/entries";
import type { Executor } from "../../db/connect";
import { decisions } from "../../db/schema/evaluations";
import { outbox } from "../../db/schema/mail";
import { requireJuryClosed } from "../../evaluations/close/ranking-access";
import { editionOf } from "../../evaluations/edition";
import { lockSelection } from "../../evaluations/ranking/decisions";
import type { Call } from "../../http/serve";
import { previewRelease, release } from "../../selection/release";
import { executeAction, type Outcome } from "../execute-action";

type Released = Awaited<ReturnType<typeof release>>;

/**
 * Releases the decisions of one stage to the applicants, like `npm run evaluation -- funnel release`. A
 * release is permanent, so it requires a director and a passkey.
 */
export function releaseDecisions(call: Call<typeof contract.releaseDecisions>) {
  const { stage } = call.body;
  return executeAction(contract.releaseDecisions, call, async (db, context): Promise<Outcome> => {
    const edition = await editionOf(db, call.body.edition, context.now);
    // Locks before reading, so that the second of two concurrent releases sees the first.
    await lockSelection(db, edition.id);
    await requireJuryClosed(db, edition.id);
    const { GRACE_MINUTES: graceMinutes } = call.config;
    const arrivals = { now: context.now, graceMinutes };
    const planned = await previewRelease(db, edition, [stage], arrivals);
    const isTied = planned.against.some(({ name }) => name === "tie_next");
    // Staff must decide a tie before the release. A tie cannot be overridden.
    if (planned.rows.length === 0 || isTied) {
      return { count: 0, to: [], effects: [], against: planned.against };
    }
    const plan = await release(db, edition, [stage], context, { override: true, graceMinutes });
    return {
      count: plan.rows.length,
      to: plan.rows.map(({ candidate, outcome }) => `${candidate.id} ${outcome}`),
      about: { target: editionTarget(edition), data: { stage } },
      effects: [...(await whoIsTold(db, plan)), ...plan.notes, { name: "for_ever", count: 0 }],
      against: plan.against,
    };
  });
}

/**
 * Returns effects with the number of projects, people, and emails of a release, counted in the written rows.
 * Reports if a person gets several emails.
 */
async function whoIsTold(db: Executor, { rows, releaseId }: Released) {
  const [told] = await db
    .select({
      projects: sql<number>`count(distinct ${decisions.projectId})::int`,
      people: sql<number>`count(distinct ${outbox.recipient})::int`,
      mails: sql<number>`count(${outbox.id})::int`,
    })
    .from(decisions)
    .leftJoin(outbox, eq(outbox.dedupeKey, sql`'decision:' || ${decisions.id}`))
    .where(eq(decisions.releaseId, releaseId));
  const { projects = 0, people = 0, mails = 0 } = told ?? {};
  const unread = rows.filter(
    ({ candidate, outcome }) => candidate.calibrated === null && outcome === "not_selected",
  ).length;
  const isOnce = mails === people && projects === rows.length;
  const facts = { people: String(people), mails: String(mails) };
  return [
    { name: isOnce ? "told_once" : "told_twice", count: projects, facts },
    { name: "told_together", count: 0 },
    ...(mails < projects ? [{ name: "told_without_mail", count: projects - mails }] : []),
    ...(unread > 0 ? [{ name: "told_unread", count: unread }] : []),
  ];
}
