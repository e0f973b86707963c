import { eq, sql } from "drizzle-orm";
import {
  filledDetails,
  isPastDay,
  missingTranslations,
  type ReleaseDetails,
} from "@/contract/evaluation/release-details";
import * as contract from "@/contract/staff/selection";
import { editionTarget } from "../../audit-log/entries";
import type { Executor } from "../../db/connect";
import { decisions } from "../../db/schema/evaluations";
import { outbox } from "../../db/schema/mail";
import { graceOf, lockSelection } from "../../editions/edition";
import { requireJuryClosed } from "../../evaluations/close/ranking-access";
import { editionOf } from "../../evaluations/edition";
import { fail } from "../../http/failure";
import type { Call } from "../../http/serve";
import { findDecidingRound } from "../../selection/candidates";
import { leavingFeedback, leavingWith } from "../../selection/feedback";
import { namesOf, previewRelease, release } from "../../selection/release";
import { subjectOf } from "../approvals/pending-approvals";
import { executeAction, type Outcome } from "../execute-action";

type Released = Awaited<ReturnType<typeof release>>;

/**
 * Releases the decisions of one stage to the applicants, like `npm run evaluation -- funnel release`. A release is
 * permanent, so only a director can run it, and must confirm it with a passkey.
 */
export function releaseDecisions(call: Call<typeof contract.releaseDecisions>) {
  const { stage } = call.body;
  const details = filledDetails(call.body);
  requireWholeDetails(details, call.arrivedAt);
  // The approval's key omits the details of the release, so that a second proposal with other details replaces the
  // first proposal.
  const subject = releaseSubject(call.body);
  const action = { ...contract.releaseDecisions, subject };
  return executeAction(action, call, async (db, context): Promise<Outcome> => {
    // Lock the selection before reading it, so that the second of two concurrent releases sees the result of the first.
    await lockSelection(db, (await editionOf(db, call.body.edition, context.now)).id);
    const edition = await editionOf(db, call.body.edition, context.now);
    await requireJuryClosed(db, await findDecidingRound(db, edition, stage));
    const graceMinutes = graceOf(edition, call.config);
    const arrivals = { now: context.now, graceMinutes };
    const planned = await previewRelease(db, edition, [stage], arrivals);
    const isTied = planned.against.some(({ name }) => name === "tie_next");
    // Staff must resolve a tie before the release. They cannot override this blocker.
    if (planned.rows.length === 0 || isTied) {
      return { count: 0, to: [], effects: [], against: planned.against };
    }
    // If the deciding round gives feedback, each applicant who is not selected must receive feedback. Staff cannot
    // override this rule.
    const { without } = await leavingFeedback(db, edition, planned.rows);
    if (without.length > 0) {
      const facts = { names: namesOf(without) };
      const missing = { name: "no_reason", count: without.length, facts };
      const against = [...planned.against, missing];
      const to = without.map(({ id }) => id);
      return { count: 0, to, effects: [], against, changed: true };
    }
    const options = { override: true, graceMinutes, details };
    const plan = await release(db, edition, [stage], context, options);
    return {
      count: plan.rows.length,
      // The preview's hash includes the feedback texts. If a text changes, staff must see the new preview first.
      to: plan.rows.map(({ candidate, outcome }) =>
        JSON.stringify([candidate.id, outcome, leavingWith(plan.leaving, candidate.id, stage)]),
      ),
      about: { target: editionTarget(edition), data: { stage } },
      effects: [
        ...(await whoIsTold(db, plan)),
        ...detailsEffect(plan, details),
        ...feedbackEffect(plan),
        ...plan.notes,
        { name: "for_ever", count: 0 },
      ],
      against: plan.against,
    };
  });
}

/** Returns the key of a release of decisions that waits for a second person. */
export const releaseSubject = ({ edition, stage }: { edition: number; stage: string }) =>
  subjectOf(contract.releaseDecisions.name, { edition, stage });

/** Rejects release details with a missing translation, or with a day in the past (rule staff.release-details). */
function requireWholeDetails(details: ReleaseDetails, now: Date): void {
  const missing = missingTranslations(details).map((name) => [name, "required"] as const);
  const past = isPastDay(details, now) ? [["when", "invalid_choice"] as const] : [];
  const fields = Object.fromEntries([...missing, ...past]);
  if (Object.keys(fields).length > 0) fail("invalid_fields", { fields });
}

/** Name of the effect that shows the release details, in the preview and to the colleague who approves the release. */
export const DETAILS_EFFECT = "with_details";

/**
 * Returns the line of the release's preview that counts the emails with a place, date, or extra sentence. Returns an
 * empty list if no email has such details.
 */
function detailsEffect({ rows }: Released, details: ReleaseDetails) {
  const count = rows.filter(({ outcome }) => outcome === "selected").length;
  if (count === 0 || Object.keys(details).length === 0) return [];
  return [{ name: DETAILS_EFFECT, count, facts: { ...details } }];
}

/**
 * Returns the line of the release's preview that counts the applicants who receive feedback. Returns an empty list if
 * no applicant receives feedback.
 */
function feedbackEffect({ leaving }: Released) {
  const texts = [...leaving.values()].reduce((sum, one) => sum + one.texts.length, 0);
  const facts = { texts: String(texts) };
  return leaving.size > 0 ? [{ name: "with_feedback", count: leaving.size, facts }] : [];
}

/**
 * Returns effects for the preview that count the projects, people, and emails of a release. Counts the stored decisions
 * and queued emails, and reports if people get several emails.
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
