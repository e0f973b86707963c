import { and, asc, desc, eq, inArray, isNotNull, isNull, or } from "drizzle-orm";
import { STAGE_IDS, type Stage } from "@/contract/evaluation/funnel";
import type { getApplication as contract } from "@/contract/staff/application";
import type { Executor } from "../../db/connect";
import { files, projects, submissions } from "../../db/schema/applications";
import { decisionReleases, decisions } from "../../db/schema/evaluations";
import { deadlineFor, type Edition, findCurrentEdition } from "../../editions/edition";
import { hasOpened, type Round, readRounds, shownRound } from "../../editions/rounds";
import { rankingAccess, readableStages } from "../../evaluations/close/ranking-access";
import { scoringAt } from "../../evaluations/edition";
import { isReadIn, isStored, roundAnswer } from "../../evaluations/own-rounds";
import { currentDecisions, isSelected } from "../../evaluations/ranking/decisions";
import { fail } from "../../http/failure";
import type { Call } from "../../http/serve";
import { receivedFeedback } from "../../project/feedback";
import { attachedFiles, toProject } from "../../project/stored-project";
import { applicationsWithPhones } from "../../project/team-rule";
import { readRanked } from "../../selection/candidates";
import type { FileStore } from "../../store/store";
import { selectApplications, toRows } from "../applications/application-rows";
import { projectOf } from "../project-of";
import { changesBetween } from "./changes-between";
import { coverageOf } from "./coverage";
import { activityOf } from "./happened";
import { readableOf, recordReading } from "./reading";

/** Returns one application for staff: without scores and without the content of the draft. Rule: staff.blind. */
export async function getApplication(call: Call<typeof contract>) {
  const { db, store, config, params, query, now } = call;
  const application = await projectOf(db, params.id);
  const { project, edition } = application;
  const found = await selectApplications(db, now(), eq(projects.id, project.id));
  const [row] = await toRows(db, found, edition);
  if (!row) return fail("not_found");
  const round = await roundReadingIt(db, edition, project.id, query.round, now());
  const { all, closed, isOpen, openedAt } = await rankingAccess(db, round);
  const isOver = scoringAt(round, now(), config) === "over";
  const [readable, happened, sent, kept, coverage, current, result, decided] = await Promise.all([
    readableOf(db, project),
    activityOf(db, config, project, now()),
    db
      .select()
      .from(submissions)
      .where(eq(submissions.projectId, project.id))
      .orderBy(desc(submissions.sentAt), desc(submissions.number)),
    db.select().from(files).where(eq(files.projectId, project.id)).orderBy(desc(files.uploadedAt)),
    coverageOf(db, round, project.id, { isOpen, isOver }),
    findCurrentEdition(db, now()),
    isOpen ? resultOf(db, round, project.id) : null,
    decisionsAbout(db, project.id, await readableStages(db, edition)),
  ]);
  const missing = await missingOf(
    store,
    kept.map(({ id }) => id),
  );
  const versions = sent.map((version, index) => ({
    number: version.number,
    sent_at: version.sentAt.toISOString(),
    sha256: version.sha256,
    current: version.current,
    changes: changesBetween(sent[index + 1]?.project, version.project).map((change) =>
      readable === "yes" ? change : { ...change, before: null, after: null },
    ),
  }));
  // The list of changes quotes the applicant's answers, so viewing it counts as reading the application.
  const isQuoting = versions.some(({ changes }) => changes.length > 0);
  if (isQuoting && readable === "yes") await recordReading(call, application);
  const draft = toProject(project, await attachedFiles(db, project.id));
  // An erased application has no draft to compare with the last submission.
  const last = project.erasedAt ? undefined : sent[0]?.project;
  return {
    ...row,
    edition: edition.year,
    current: edition.id === current?.id,
    deadline_at: deadlineFor(edition, project).toISOString(),
    closes_at: edition.closesAt.toISOString(),
    time_zone: project.timeZone,
    readable,
    happened,
    versions,
    shared_phones: project.erasedAt ? [] : await applicationsWithPhones(db, project, draft),
    draft_changes: last ? changesBetween(last, draft).map(({ field }) => field) : [],
    files: kept.map((file) => ({
      id: file.id,
      field: file.field,
      name: file.name,
      size: file.size,
      pages: file.pages,
      duration: file.duration,
      uploaded_at: file.uploadedAt.toISOString(),
      in_draft: file.detachedAt === null,
      missing: missing.has(file.id),
    })),
    coverage,
    ...roundAnswer(round),
    jury: { all, closed, open: isOpen, early: openedAt !== null },
    result,
    decisions: decided,
    feedback: await receivedFeedback(db, project.id),
  };
}

/**
 * Returns the round for which the application's page shows the evaluators' progress: the requested round, or the round
 * that the staff area shows. If the application's project is not in the staff area's round, returns the last opened
 * round that contains the project.
 */
export async function roundReadingIt(
  db: Executor,
  edition: Edition,
  projectId: string,
  number: number | undefined,
  now: Date,
): Promise<Round> {
  const all = await readRounds(db, edition);
  const usual = shownRound(all, number, now);
  if (number !== undefined || !isStored(usual)) return usual;
  for (const round of [usual, ...all.toReversed()]) {
    if (hasOpened(round, now) && (await isReadIn(db, round, projectId))) return round;
  }
  return usual;
}

/**
 * Returns the project's position in the ranking of a round, or null if the ranking does not contain the project. The
 * caller must check that staff can read the ranking.
 */
async function resultOf(db: Executor, round: Round, id: string) {
  const { candidates, means } = await readRanked(db, round);
  const row = candidates.find((one) => one.id === id);
  if (!row) return null;
  // `candidates` also contains projects outside the round. Such a project has a position only if staff have decided
  // about it for the stage that the round decides.
  const decided = and(
    eq(decisions.projectId, id),
    eq(decisions.stage, round.stage),
    isNull(decisions.undoneAt),
  );
  if (!row.inRound && (await db.$count(decisions, decided)) === 0) return null;
  const { calibratedRank: rank, calibrated, ranked } = row;
  const { mean, evaluators: readings, criteria } = ranked;
  const standing = await currentDecisions(db, round.editionId, { released: false });
  const through = candidates.filter((one) => isSelected(standing, one.id, round.stage));
  const last = through.filter((one) => one.calibratedRank !== null).at(-1);
  return {
    ...{ rank, calibrated, mean, readings, criteria, criteria_all: means },
    of: candidates.filter((one) => one.calibratedRank !== null).length,
    through: {
      ...{ stage: round.stage, count: through.length },
      last: last ? { rank: last.calibratedRank ?? 0, calibrated: last.calibrated ?? 0 } : null,
    },
  };
}

/**
 * Returns the decisions in effect about a project, in stage order. For each stage, these are the last released decision
 * and the planned (unreleased) one. Planned decisions are included only for stages whose ranking staff can read.
 */
async function decisionsAbout(db: Executor, projectId: string, readable: readonly Stage[]) {
  const rows = await db
    .select({ decision: decisions, at: decisionReleases.at })
    .from(decisions)
    .leftJoin(decisionReleases, eq(decisionReleases.id, decisions.releaseId))
    .where(
      and(
        eq(decisions.projectId, projectId),
        isNull(decisions.undoneAt),
        or(isNotNull(decisions.releaseId), inArray(decisions.stage, [...readable])),
      ),
    )
    .orderBy(asc(decisions.sequence));
  const newest = new Map(
    rows.map((row) => [`${row.decision.stage} ${row.decision.releaseId !== null}`, row]),
  );
  return STAGE_IDS.flatMap((stage) =>
    [true, false].flatMap((released) => {
      const row = newest.get(`${stage} ${released}`);
      if (!row) return [];
      const { outcome, correction } = row.decision;
      return [{ stage, outcome, correction, released_at: row.at?.toISOString() ?? null }];
    }),
  );
}

/**
 * Returns the ids of files that are missing in the file store. If the store does not answer, no file counts as
 * missing, so the page still works. The command `doctor` reports the store problem.
 */
export async function missingOf(store: FileStore, ids: readonly string[]): Promise<Set<string>> {
  const gone = await Promise.all(
    ids.map(async (id) => ((await store.size(id).catch(() => 0)) === null ? [id] : [])),
  );
  return new Set(gone.flat());
}
