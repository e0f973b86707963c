import { and, asc, desc, eq } from "drizzle-orm";
import type * as contract from "@/contract/evaluation/discussion";
import type { Discussion } from "@/contract/evaluation/discussion";
import type { Criterion, WeightedCriterion } from "@/contract/evaluation/weights";
import { weightedTotal } from "@/contract/evaluation/weights";
import type { BackendConfig } from "../../config";
import type { Executor } from "../../db/connect";
import { agreements, contributions, scoreRevisions, summaries } from "../../db/schema/discussion";
import { lockSelection } from "../../editions/edition";
import type { Round } from "../../editions/rounds";
import { fail } from "../../http/failure";
import type { Call } from "../../http/serve";
import { criteriaFor } from "../closing";
import type { EvaluatorIdentity } from "../conflicts-of-interest";
import { roundAnswer, roundReading, roundWriting } from "../own-rounds";
import { currentConflicts } from "../ranking/ranking";
import { type Revision, readRevisions, revisedScores, revisionHash } from "../revisions";
import { saidIn, summarizedIn } from "../round";
import { findSentProject } from "../sent-project";
import { canDiscuss, numberReaders, type Reader, requireMember } from "./members";

type Caller = EvaluatorIdentity & { id: string };
type Sent = Awaited<ReturnType<typeof findSentProject>>["submission"];
type Scene = Awaited<ReturnType<typeof requireMember>> & {
  db: Executor;
  round: Round;
  submission: Sent;
  caller: Caller;
};

/** Returns the discussion of a project with the data that the caller can see. */
export async function getDiscussion(call: Call<typeof contract.getDiscussion>) {
  const { db, caller, params, query, arrivedAt, config } = call;
  const { submission, edition } = await findSentProject(db, params.id);
  const { projectId } = submission;
  const asking = { db, caller, arrivedAt, config };
  const round = await roundReading(asking, edition, projectId, query.round);
  const member = await requireMember(db, round, caller, projectId);
  return show({ db, round, submission, caller, ...member });
}

type Writing = {
  db: Executor & { transaction: <R>(work: (tx: Executor) => Promise<R>) => Promise<R> };
  caller: Caller;
  params: { id: string };
  body: { round?: number | undefined };
  arrivedAt: Date;
  config: BackendConfig;
};

/**
 * Changes an open discussion and returns the changed discussion. Locks the edition's selection, so that a release of
 * decisions happens either before or after the change.
 */
function onOpen(call: Writing, change: (scene: Scene) => Promise<void>): Promise<Discussion> {
  const { caller, params, body, arrivedAt, config } = call;
  return call.db.transaction(async (tx) => {
    const { submission, edition } = await findSentProject(tx, params.id);
    const { projectId } = submission;
    await lockSelection(tx, edition.id);
    const asking = { db: tx, caller, arrivedAt, config };
    const round = await roundWriting(asking, edition, projectId, body.round);
    const member = await requireMember(tx, round, caller, projectId);
    if (!(await canDiscuss(tx, round))) fail("evaluation_closed");
    const scene = { db: tx, round, submission, caller, ...member };
    await change(scene);
    return show(scene);
  });
}

const about = ({ round, submission }: Pick<Scene, "round" | "submission">) => ({
  ...{ editionId: round.editionId, round: round.number, projectId: submission.projectId },
});

/** Adds a contribution to a discussion. A repeated request adds no second contribution. */
export function discuss(call: Call<typeof contract.discuss>) {
  const { text } = call.body;
  return onOpen(call, async (scene) => {
    const { db, caller } = scene;
    const [last] = await db
      .select()
      .from(contributions)
      .where(and(saidAbout(scene), eq(contributions.authorId, caller.id)))
      .orderBy(desc(contributions.at))
      .limit(1);
    if (last?.text === text) return;
    const values = { ...about(scene), authorId: caller.id, text, at: call.arrivedAt };
    await db.insert(contributions).values(values);
  });
}

/** Revises the caller's scores during a discussion. A request with unchanged scores has no effect. */
export function reviseScores(call: Call<typeof contract.reviseScores>) {
  const { scores, reason } = call.body;
  return onOpen(call, async (scene) => {
    const { db, caller, round, submission, own } = scene;
    if (!own) return fail("not_found");
    const { projectId } = submission;
    const [before] = (await readRevisions(db, round, projectId)).filter(isBy(caller.id)).slice(-1);
    if (isSame(before ? revisedScores(before) : own.scores, scores)) return;
    const revision = {
      ...about(scene),
      ...{ evaluatorId: caller.id, recordId: own.recordId },
      ...{ sequence: (before?.sequence ?? 0) + 1, reason, at: call.arrivedAt },
      ...scores,
    };
    const sha256 = revisionHash(own.sha256, before?.sha256 ?? null, revision);
    await db.insert(scoreRevisions).values({ ...revision, sha256 });
  });
}

/** Stores a new version of the discussion's summary. Evaluators must agree to each version separately. */
export function summarize(call: Call<typeof contract.summarize>) {
  const { text, language } = call.body;
  return onOpen(call, async (scene) => {
    const { db, caller } = scene;
    if (!scene.isChair) return fail("not_found");
    const last = await findSummary(scene);
    const version = last?.version ?? 0;
    if (call.ifMatch !== null && call.ifMatch !== version) {
      fail("version_conflict", { current: await show(scene) });
    }
    if (last?.text === text && last.language === language) return;
    const values = { ...about(scene), authorId: caller.id, version: version + 1, text, language };
    await db.insert(summaries).values({ ...values, at: call.arrivedAt });
  });
}

/** Stores that the caller agrees to the last version of the discussion's summary. */
export function agreeToSummary(call: Call<typeof contract.agreeToSummary>) {
  return onOpen(call, async (scene) => {
    const last = await findSummary(scene);
    if (!last || !scene.own) return fail("not_found");
    if (last.version !== call.body.version) {
      fail("version_conflict", { current: await show(scene) });
    }
    const values = { summaryId: last.id, evaluatorId: scene.caller.id, at: call.arrivedAt };
    await scene.db.insert(agreements).values(values).onConflictDoNothing();
  });
}

const saidAbout = ({ round, submission }: Pick<Scene, "round" | "submission">) =>
  and(saidIn(round), eq(contributions.projectId, submission.projectId));
const isBy = (id: string) => (one: Revision) => one.evaluatorId === id;
const isSame = (one: Record<Criterion, number>, other: Record<Criterion, number>) =>
  Object.entries(one).every(([id, score]) => other[id as Criterion] === score);

async function findSummary({ db, round, submission }: Pick<Scene, "db" | "round" | "submission">) {
  const [last] = await db
    .select()
    .from(summaries)
    .where(and(summarizedIn(round), eq(summaries.projectId, submission.projectId)))
    .orderBy(desc(summaries.version))
    .limit(1);
  return last ?? null;
}

async function show(scene: Scene): Promise<Discussion> {
  const { db, round, submission, caller, readers, isChair } = scene;
  const { projectId, nome } = submission;
  const criteria = await criteriaFor(db, round, caller.id);
  const numbers = numberReaders(readers);
  const ties = await currentConflicts(db, round);
  const barred = new Set(
    ties.flatMap(({ evaluator, project }) => (project === projectId ? [evaluator] : [])),
  );
  const revisions = await readRevisions(db, round, projectId);
  const said = await db
    .select()
    .from(contributions)
    .where(saidAbout(scene))
    .orderBy(asc(contributions.at), asc(contributions.id));
  const last = await findSummary(scene);
  const agreed = last
    ? await db.select().from(agreements).where(eq(agreements.summaryId, last.id))
    : [];
  const numberOf = (id: string) => numbers.get(id) ?? null;
  return {
    ...{ id: projectId, nome, edition: round.edition.year, ...roundAnswer(round) },
    ...{ open: await canDiscuss(db, round), chair: isChair, criteria },
    readers: readers
      .filter(({ evaluator }) => !barred.has(evaluator))
      .map((one) => ({
        ...{ number: numberOf(one.evaluator) ?? 0, own: one.evaluator === caller.id },
        ...scoresShown(one, revisions.filter(isBy(one.evaluator)), criteria),
      }))
      .sort((one, other) => one.number - other.number),
    contributions: said.map(({ id, authorId, text, at, hiddenAt }) => ({
      ...{ id, reader: numberOf(authorId), own: authorId === caller.id },
      text: hiddenAt || text === "" ? null : text,
      at: at.toISOString(),
    })),
    summary: last && {
      ...{ version: last.version, text: last.text, language: last.language },
      at: last.at.toISOString(),
      agreed: agreed
        .flatMap(({ evaluatorId }) =>
          barred.has(evaluatorId) ? [] : (numberOf(evaluatorId) ?? []),
        )
        .sort((one, other) => one - other),
    },
  };
}

/** Returns the current scores of an evaluator in a discussion, the first scores, and the reasons of the revisions. */
export function scoresShown(
  { scores: first }: Pick<Reader, "scores">,
  revisions: readonly Revision[],
  criteria: readonly WeightedCriterion[],
) {
  const withTotal = (scores: Record<Criterion, number>) => ({
    scores,
    total: weightedTotal(scores, criteria) ?? 0,
  });
  const last = revisions.at(-1);
  return {
    ...withTotal(last ? revisedScores(last) : first),
    first: last ? withTotal(first) : null,
    revisions: revisions.map(({ at, reason }) => ({ at: at.toISOString(), reason })),
  };
}
