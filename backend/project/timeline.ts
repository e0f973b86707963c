import {
  and,
  desc,
  eq,
  isNotNull,
  isNull,
  or,
  type Placeholder,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import { SELECTION_STAGES, STAGE_IDS, type Stage } from "@/contract/evaluation/funnel";
import type * as contract from "@/contract/project/project";
import { TIMELINE_DATES, TIMELINE_TYPES } from "@/contract/project/timeline";
import type { Executor } from "../db/connect";
import { projectEvents, projects, submissions } from "../db/schema/applications";
import { decisions } from "../db/schema/evaluations";
import { outbox } from "../db/schema/mail";
import { currentEdition, deadlineFor, type Edition } from "../editions/edition";
import { publicRounds, readRounds } from "../editions/rounds";
import { COMPETES } from "../editions/special-prizes";
import { fail } from "../http/failure";
import type { Call } from "../http/serve";
import { findProject, type StoredProject } from "./stored-project";

export type EventType = (typeof TIMELINE_TYPES)[number];
export type EventData = Record<string, string | number | boolean | null>;

/** Maximum pause between two saves of one working session. The saves of one session share one timeline entry. */
const SESSION_OF_WORK = "30 minutes";

/** Adds an event to an application's timeline, in the caller's transaction. */
export async function recordEvent(
  tx: Executor,
  projectId: string,
  type: EventType,
  at: Date,
  data: EventData = {},
): Promise<void> {
  await tx.insert(projectEvents).values({ projectId, type, at, data });
}

/**
 * Returns a query that stores a draft by running `update`, and that records the save in the application's timeline. If
 * `update` stores nothing, the query returns no row and records nothing. Saves of one working session share a timeline
 * row, because autosave would otherwise fill the timeline. `since` is the time of the first save, `at` the time of the
 * last save, and `saves` the number of saves.
 *
 * @param update an update of `projects` that returns the id
 * @param at the time of the save as an ISO text
 */
export function updateAndNote(
  db: Executor,
  update: SQLWrapper,
  projectId: string | Placeholder,
  at: string | Placeholder,
) {
  const saved = db.$with("saved", { id: projects.id }).as(update.getSQL());
  const last = db.$with("last", {}).as(sql`
    select id, type, at from project_events where project_id = ${projectId}
    order by at desc, sequence desc limit 1`);
  const joined = db.$with("joined", {}).as(sql`
    update project_events as event set at = ${at}::timestamptz,
      data = event.data || jsonb_build_object('saves', coalesce((event.data->>'saves')::int, 1) + 1)
    from last, saved
    where event.id = last.id and last.type = 'saved'
      and last.at >= ${at}::timestamptz - ${SESSION_OF_WORK}::interval
    returning event.id`);
  const begun = db.$with("begun", {}).as(sql`
    insert into project_events (project_id, type, at, data)
    select ${projectId}::uuid, 'saved', ${at}::timestamptz,
      jsonb_build_object('since', ${at}::text, 'saves', 1)
    from saved where not exists (select 1 from joined)`);
  return db.with(saved, last, joined, begun).select({ id: saved.id }).from(saved);
}

type TimelineEvent = { at: Date; type: EventType; data: EventData };
/** Reads the timeline events of one source, such as the outbox, in any order. */
type Source = (db: Executor, project: StoredProject) => Promise<TimelineEvent[]>;

/**
 * Returns the recorded timeline events. Of two events at the same instant, the event that was recorded last comes
 * first.
 */
export async function recordedEvents(
  db: Executor,
  { id }: StoredProject,
): Promise<TimelineEvent[]> {
  const rows = await db
    .select()
    .from(projectEvents)
    .where(eq(projectEvents.projectId, id))
    .orderBy(desc(projectEvents.at), desc(projectEvents.sequence));
  return rows.flatMap(({ at, type, data }) => {
    const known = TIMELINE_TYPES.find((name) => name === type);
    return known ? [{ at, type: known, data }] : [];
  });
}

/** Sources of timeline events. Of two events at the same instant, the event of the earlier source comes first. */
const SOURCES: Source[] = [mailEvents, recordedEvents];

/**
 * Returns the timeline of the caller's application, newest event first, with the edition's dates. Fails with 404 before
 * the application exists.
 */
export async function getTimeline({ db, caller, arrivedAt }: Call<typeof contract.getTimeline>) {
  const edition = await currentEdition(db, arrivedAt);
  const project = await findProject(db, edition.id, caller.id);
  if (!project) return fail("not_found");
  const known = await Promise.all(SOURCES.map((source) => source(db, project)));
  const events = known.flat().toSorted((a, b) => b.at.getTime() - a.at.getTime());
  return {
    events: events.map(({ at, type, data }) => ({ at: at.toISOString(), type, data })),
    dates: await datesWithRounds(db, edition, project),
  };
}

/** Returns the edition's dates for an application, or for an applicant without an application. */
export function datesFor(edition: Edition, project: StoredProject | null) {
  const dates: Partial<Record<(typeof TIMELINE_DATES)[number], Date | null>> = {
    opens: edition.opensAt,
    deadline: deadlineFor(edition, project),
    evaluation_opens: edition.evaluationOpensAt,
    evaluation_closes: edition.evaluationClosesAt,
    winners: edition.awardedAt,
  };
  return TIMELINE_DATES.flatMap((type) => {
    const at = dates[type];
    return at ? [{ at: at.toISOString(), type }] : [];
  }).toSorted((a, b) => a.at.localeCompare(b.at));
}

/**
 * Returns the edition's dates, and the end times of the later rounds that staff made public and that can contain the
 * application. Omits rounds after any stage for which the application was not selected, and rounds of special prizes
 * for which the application does not compete. If the result has later rounds, the date on which the first round's
 * evaluation closes is labelled with the first round's name.
 */
async function datesWithRounds(db: Executor, edition: Edition, project: StoredProject) {
  const dates = datesFor(edition, project);
  const rounds = await publicRounds(db, edition);
  if (rounds.length === 0) return dates;
  const first = (await readRounds(db, edition)).find(({ number }) => number === 1)?.names;
  const told = await db
    .selectDistinctOn([decisions.stage], { stage: decisions.stage, outcome: decisions.outcome })
    .from(decisions)
    .where(
      and(
        eq(decisions.projectId, project.id),
        isNotNull(decisions.releaseId),
        isNull(decisions.undoneAt),
      ),
    )
    .orderBy(decisions.stage, desc(decisions.sequence));
  const isOut = (stage: Stage): boolean => {
    const after = SELECTION_STAGES.find(({ id }) => id === stage)?.after ?? null;
    if (after === null) return false;
    return (
      told.some((one) => one.stage === after && one.outcome === "not_selected") || isOut(after)
    );
  };
  const prizes = await prizesOf(db, project);
  const ends = rounds.flatMap(({ stage, names, closes }) =>
    isOut(stage) || prizes.get(stage) === false
      ? []
      : [{ at: closes, type: "round_closes" as const, names }],
  );
  const named = dates.map((date) =>
    first && date.type === "evaluation_closes" ? { ...date, names: first } : date,
  );
  return [...named, ...ends].toSorted((a, b) => a.at.localeCompare(b.at));
}

/** Returns, by special prize, whether the sent application competes. A draft competes for no special prize. */
async function prizesOf(db: Executor, { id }: StoredProject): Promise<Map<Stage, boolean>> {
  const isSent = and(eq(submissions.projectId, id), submissions.current);
  const prizes = new Map<Stage, boolean>();
  for (const stage of STAGE_IDS) {
    const competes = COMPETES[stage];
    if (!competes) continue;
    prizes.set(stage, (await db.$count(submissions, and(isSent, competes))) > 0);
  }
  return prizes;
}

/**
 * Returns timeline events for the emails about an application, from the outbox. The timeline shows an email when the
 * mail server has accepted it, or when sending has finally failed. `kind` is the email's template.
 */
async function mailEvents(db: Executor, { id }: { id: string }) {
  const rows = await db
    .select()
    .from(outbox)
    .where(and(eq(outbox.projectId, id), or(isNotNull(outbox.sentAt), isNotNull(outbox.failedAt))));
  return rows.flatMap(({ sentAt, failedAt, template: kind, data }) => {
    const at = sentAt ?? failedAt;
    if (!at) return [];
    const type = sentAt ? ("mail_sent" as const) : ("mail_failed" as const);
    return [{ at, type, data: { kind, ...(data.number && { number: data.number }) } }];
  });
}
