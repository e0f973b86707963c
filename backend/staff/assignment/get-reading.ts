import { and, inArray, sql } from "drizzle-orm";
import {
  type getReading as contract,
  OTHERS_SHOWN,
  type ReadingObstacle,
} from "@/contract/staff/matrix";
import { isAbout } from "../../audit-log/entries";
import { readAuditEntries } from "../../audit-log/read-entries";
import type { Executor } from "../../db/connect";
import { auditEntries } from "../../db/schema/audit-log";
import { findShownRound, type Round } from "../../editions/rounds";
import { reasonsFor } from "../../evaluations/reading-reasons";
import { findSentProject } from "../../evaluations/sent-project";
import { fail } from "../../http/failure";
import { readId } from "../../http/parse";
import type { Call } from "../../http/serve";
import { findFixed, findReaders, obstaclesFor } from "./find-pair";

/**
 * Obstacles that exclude assigning a project to an evaluator. All other obstacles only advise against the assignment.
 */
export const EXCLUDING: readonly ReadingObstacle[] = [
  "no_plan",
  "not_on_jury",
  "closed",
  "conflict",
  "recused",
];

/**
 * Returns the state of one evaluator's evaluation of one project, the reasons for and against this assignment, and
 * other possible evaluators. Never includes scores.
 */
export async function getReading({ db, params, query, arrivedAt }: Call<typeof contract>) {
  const { submission, edition } = await findSentProject(db, params.project);
  const evaluatorId = readId(params.evaluator);
  const projectId = submission.projectId;
  const round = await findShownRound(db, edition, query.round, arrivedAt);
  const readers = await findReaders(db, round, projectId, query.proposal);
  if (!readers) return fail("not_found");
  const { sides, project, evaluators, cellOf } = readers;
  const cell = cellOf(evaluatorId);
  const evaluator = evaluators.find(({ id }) => id === evaluatorId);
  const fixed = await findFixed(db, round, { project: projectId, evaluator: evaluatorId });
  const isRead = cell.state !== "none" && cell.state !== "recused";
  const others = evaluators
    .filter(({ id }) => id !== evaluatorId && cellOf(id).state === "none")
    .map((one) => ({ one, why_not: obstaclesFor(readers, one, cellOf(one.id)) }))
    .filter(({ why_not }) => !why_not.some((name) => EXCLUDING.includes(name)))
    .sort((a, b) => a.why_not.length - b.why_not.length || a.one.given - b.one.given)
    .slice(0, OTHERS_SHOWN);
  return {
    project,
    evaluator: {
      ...{ id: evaluatorId, name: "", languages: [], sectors: [], capacity: null, given: 0 },
      ...{ closed: false, left: false },
      ...evaluator,
    },
    wanted: sides.plan?.readings ?? null,
    state: cell.state,
    conflict: cell.conflict,
    fixed: fixed && {
      ...{ kind: fixed.kind, at: fixed.at.toISOString(), by: fixed.by },
      reason: await reasonOf(db, round, evaluatorId, project.number),
    },
    why:
      isRead && sides.plan && evaluator
        ? reasonsFor(evaluator, project, cell.fixed === "given")
        : [],
    why_not: isRead ? [] : obstaclesFor(readers, evaluator, cell),
    others: others.map(({ one, why_not }) => ({
      ...{ id: one.id, name: one.name, given: one.given, capacity: one.capacity, why_not },
      why: reasonsFor(one, project, false),
    })),
  };
}

const BY_HAND = [
  "assignment.give",
  "assignment.take",
  "assignment.swap",
  "assignment.fix",
] as const;

/**
 * Returns the reason of the last action that fixed an assignment, from the audit log. Null if the audit log contains no
 * reason or the reason was erased.
 */
async function reasonOf(
  db: Executor,
  round: Round,
  evaluatorId: string,
  number: string,
): Promise<string | null> {
  const [entry] = await readAuditEntries(
    db,
    and(
      isAbout({ user: evaluatorId }),
      inArray(auditEntries.act, [...BY_HAND]),
      sql`${auditEntries.data} ->> 'application' = ${number}`,
      sql`coalesce(${auditEntries.data} ->> 'round', '1') = ${String(round.number)}`,
    ),
  ).limit(1);
  return entry?.reason ?? null;
}
