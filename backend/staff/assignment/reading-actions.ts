import { and, eq } from "drizzle-orm";
import type { FixedKind } from "@/contract/evaluation/reading-kinds";
import { languageOf } from "@/contract/languages";
import * as contract from "@/contract/staff/matrix";
import type { Effect } from "@/contract/staff/preview";
import {
  type ActionContext,
  type AuditEntry,
  appendAuditEntry,
  editionTarget,
} from "../../audit-log/entries";
import { RuleViolation } from "../../audit-log/rule-violation";
import type { Database, Executor } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { assignedReadings, fixedReadings } from "../../db/schema/assignment";
import { messagesIn } from "../../documents/messages";
import type { Round } from "../../editions/rounds";
import { lockAssignment } from "../../evaluations/assignment/apply";
import { lockWork } from "../../evaluations/closing";
import { fixedIn, plannedIn } from "../../evaluations/round";
import { writeEvaluation } from "../../evaluations/score/save-evaluation";
import { fail } from "../../http/failure";
import { readId } from "../../http/parse";
import type { Call } from "../../http/serve";
import { executeAction, type Outcome } from "../execute-action";
import { requireChangeable, roundActedOn, roundData, roundEffects } from "../shown-round";
import { findEvaluatorReadings, leastRead } from "./evaluator-readings";
import { findReaders, obstaclesFor, type ProjectReaders } from "./find-pair";
import { queueReadingMails } from "./reading-mails";

type Pair = { project: string; evaluator: string };
type Change = Pick<Outcome, "effects"> & { against: Effect[]; to: string[] };

/**
 * Locks the reading plan and returns the evaluators who read a project. The lock makes changes of the plan run one
 * after the other, so that each change sees the previous one. Rule: evaluation.by-hand.
 */
async function openPlan(
  tx: Database,
  { project, round: number }: { project: string; round?: number | undefined },
  now: Date,
) {
  const round = await roundActedOn(tx, { round: number }, now);
  requireChangeable(round);
  await lockAssignment(tx, round);
  const readers = await findReaders(tx, round, project);
  if (!readers) return fail("not_found");
  if (!readers.sides.plan) throw new RuleViolation("There is no reading plan.", "no_plan");
  return { round, readers };
}

/** Assigns a project to an evaluator. Every later reading plan keeps this assignment. */
export function giveReading(call: Call<typeof contract.giveReading>) {
  return executeAction(contract.giveReading, call, async (tx, context) => {
    const { round, readers } = await openPlan(tx, call.body, context.now);
    const { against, effects, to } = await give(tx, { round, readers, context }, call.body);
    await record(tx, { round, readers, context }, "assignment.give", call.body.evaluator);
    await tell(tx, call.body.notify, round, readers, { added: call.body.evaluator });
    return {
      count: 1,
      effects: [...roundEffects(round), projectEffect(readers, 1), ...effects],
      against,
      to,
    };
  });
}

/**
 * Assigns several projects to an evaluator: the chosen ones, or the given number of available projects with the fewest
 * evaluators. Every later reading plan keeps these assignments.
 */
export function giveReadings(call: Call<typeof contract.giveReadings>) {
  return executeAction(contract.giveReadings, call, async (tx, context) => {
    const { projects, least, notify, round: number } = call.body;
    const evaluator = readId(call.params.evaluator);
    const round = await roundActedOn(tx, call.body, context.now);
    requireChangeable(round);
    await lockAssignment(tx, round);
    const found = await findEvaluatorReadings(tx, round, evaluator);
    if (!found) return fail("not_found");
    if (!found.sides.plan) throw new RuleViolation("There is no reading plan.", "no_plan");
    if (found.evaluator.closed) throw new RuleViolation("Closed.", "evaluator_closed");
    if (!projects && least === undefined) fail("invalid_fields", { fields: { least: "required" } });
    const chosen = [...new Set(projects ?? leastRead(found.free, least ?? 0))];
    if (chosen.length === 0) throw new RuleViolation("No project is left.", "no_free_project");
    const { name, given } = found.evaluator;
    const lines: Effect[] = [];
    const [notes, against, to] = [
      new Map<string, Effect>(),
      new Map<string, Effect>(),
      [] as string[],
    ];
    for (const project of chosen) {
      const { readers } = await openPlan(tx, { project, round: number }, context.now);
      const plan = { round, readers, context };
      const change = await give(tx, plan, { project, evaluator });
      await record(tx, plan, "assignment.give", evaluator);
      lines.push(projectEffect(readers, 1));
      to.push(`${project} ${change.to.join(" ")}`);
      for (const one of change.against) against.set(one.name, one);
      for (const one of change.effects.filter((effect) => effect.name !== "evaluator_load")) {
        // The effect `over_capacity` counts all projects above the evaluator's maximum, so keep only its last value.
        // Add up all other effects, because each counts one project.
        const before = one.name === "over_capacity" ? 0 : (notes.get(one.name)?.count ?? 0);
        notes.set(one.name, { ...one, count: before + one.count });
      }
    }
    if (notify) {
      const added = chosen.map((project) => ({ project, evaluator }));
      await queueReadingMails(tx, round, { added, removed: [] });
    }
    return {
      count: chosen.length,
      effects: [
        ...roundEffects(round),
        loadEffect(name, given, given + chosen.length),
        ...lines,
        ...notes.values(),
      ],
      against: [...against.values()],
      chosen,
      to,
    };
  });
}

/**
 * Removes a project from an evaluator's assignments. No later reading plan assigns this project to the evaluator again.
 */
export function takeReading(call: Call<typeof contract.takeReading>) {
  return executeAction(contract.takeReading, call, async (tx, context) => {
    const { round, readers } = await openPlan(tx, call.body, context.now);
    const { against, effects, to } = await take(tx, { round, readers, context }, call.body);
    await record(tx, { round, readers, context }, "assignment.take", call.body.evaluator);
    await tell(tx, call.body.notify, round, readers, { removed: call.body.evaluator });
    return {
      count: 1,
      effects: [...roundEffects(round), projectEffect(readers, -1), ...effects],
      against,
      to,
    };
  });
}

/** Removes a project from one evaluator's assignments and assigns it to another evaluator. */
export function swapReading(call: Call<typeof contract.swapReading>) {
  return executeAction(contract.swapReading, call, async (tx, context) => {
    const { project, evaluator, to: other, notify } = call.body;
    if (evaluator === other) throw new RuleViolation("The same evaluator.", "same_evaluator");
    const { round, readers } = await openPlan(tx, call.body, context.now);
    const plan = { round, readers, context };
    const taken = await take(tx, plan, { project, evaluator });
    const given = await give(tx, plan, { project, evaluator: other });
    for (const one of [evaluator, other]) await record(tx, plan, "assignment.swap", one);
    await tell(tx, notify, round, readers, { removed: evaluator, added: other });
    return {
      count: 1,
      effects: [...roundEffects(round), ...taken.effects, ...given.effects],
      against: [...taken.against, ...given.against],
      to: [...taken.to, ...given.to],
    };
  });
}

/**
 * Fixes the assignment of a project to an evaluator, or stops fixing the assignment. Every later reading plan keeps a
 * fixed assignment.
 */
export function fixReading(call: Call<typeof contract.fixReading>) {
  return executeAction(contract.fixReading, call, async (tx, context) => {
    const { project, evaluator, fixed } = call.body;
    const { round, readers } = await openPlan(tx, call.body, context.now);
    const cell = readers.cellOf(evaluator);
    const isGiven = cell.state !== "none" && cell.state !== "recused";
    if (fixed && !isGiven) throw new RuleViolation("No such reading.", "does_not_read");
    const kind = fixed ? "given" : null;
    if (cell.fixed === kind) return { count: 0, effects: [], to: [] };
    await setFixed(tx, { round, context }, { project, evaluator }, kind);
    await record(
      tx,
      { round, readers, context },
      fixed ? "assignment.fix" : "assignment.free",
      evaluator,
    );
    return {
      count: 1,
      effects: [
        ...roundEffects(round),
        { name: fixed ? "reading_fixed" : "reading_free", count: 1 },
      ],
      to: [`${project} ${evaluator}`],
    };
  });
}

type Plan = { round: Round; readers: ProjectReaders; context: ActionContext };

async function give(tx: Database, plan: Plan, { project, evaluator: id }: Pair): Promise<Change> {
  const { round, readers, context } = plan;
  const evaluator = readers.evaluators.find((one) => one.id === id);
  const cell = readers.cellOf(id);
  if (!evaluator) throw new RuleViolation("Not on the jury.", "not_on_jury");
  if (cell.state !== "none" && cell.state !== "recused") {
    throw new RuleViolation("The evaluator reads the project.", "already_reads");
  }
  const obstacles = obstaclesFor(readers, evaluator, cell);
  if (obstacles.includes("closed")) throw new RuleViolation("Closed.", "evaluator_closed");
  if (obstacles.includes("conflict")) throw new RuleViolation("Conflict.", "own_conflict");
  if (obstacles.includes("recused")) throw new RuleViolation("Recused.", "is_recused");
  await tx
    .insert(assignedReadings)
    .values({
      ...{ editionId: round.editionId, round: round.number },
      ...{ projectId: project, evaluatorId: id },
    })
    .onConflictDoNothing();
  await setFixed(tx, plan, { project, evaluator: id }, "given");
  const { name, given, capacity } = evaluator;
  const effects: Effect[] = [loadEffect(name, given, given + 1)];
  if (obstacles.includes("capacity") && capacity !== null) {
    effects.push({ name: "over_capacity", count: given + 1 - capacity, facts: { who: name } });
  }
  if (obstacles.includes("language")) effects.push({ name: "other_language", count: 1 });
  if (obstacles.includes("sector")) effects.push({ name: "other_sector", count: 1 });
  if (obstacles.includes("barred")) effects.push({ name: "was_barred", count: 1 });
  const against = obstacles.includes("stated") ? [{ name: "stated_conflict", count: 0 }] : [];
  return { effects, against, to: [`${id} ${given + 1}`, context.level ?? ""] };
}

/**
 * Removes a project from an evaluator's assignments. Refuses after the evaluator has closed the evaluation, because the
 * scores are frozen. If the evaluator has begun, a blocker appears that staff can override: the scores stay stored but
 * do not count, as after a recusal.
 */
async function take(tx: Database, plan: Plan, { project, evaluator: id }: Pair): Promise<Change> {
  const { round, readers, context } = plan;
  const evaluator = readers.evaluators.find((one) => one.id === id);
  const { state } = readers.cellOf(id);
  if (state === "none" || state === "recused") {
    throw new RuleViolation("The evaluator does not read the project.", "does_not_read");
  }
  if (evaluator?.closed) throw new RuleViolation("Closed.", "closed_reading");
  await tx
    .delete(assignedReadings)
    .where(
      and(
        plannedIn(round),
        eq(assignedReadings.projectId, project),
        eq(assignedReadings.evaluatorId, id),
      ),
    );
  await setFixed(tx, plan, { project, evaluator: id }, "barred");
  const isBegun = state !== "assigned";
  if (isBegun) {
    // Take the lock that the evaluator's requests to save or close the evaluation also take, so that the evaluation
    // cannot change during this action.
    await lockWork(tx, round, id);
    const [user] = await tx.select().from(users).where(eq(users.id, id));
    await writeEvaluation(tx, round, {
      ...{ projectId: project, evaluatorId: id },
      recusal: messagesIn(languageOf(user?.language ?? "")).assignment.taken,
      recusedAt: context.now,
      updatedAt: context.now,
    });
  }
  const { name = "", given = 1 } = evaluator ?? {};
  const effects: Effect[] = [loadEffect(name, given, given - 1)];
  if (isBegun) effects.push({ name: "scores_void", count: 1 });
  const against = isBegun ? [{ name: `${state}_reading`, count: 0 }] : [];
  return { effects, against, to: [`-${id} ${given - 1} ${state}`] };
}

const loadEffect = (who: string, before: number, count: number): Effect => ({
  name: "evaluator_load",
  count,
  facts: { who, before: String(before) },
});

function projectEffect({ project, sides }: ProjectReaders, by: 1 | -1): Effect {
  return {
    name: "project_readings",
    count: project.given + by,
    facts: {
      project: project.name,
      before: String(project.given),
      wanted: String(sides.plan?.readings ?? 0),
    },
  };
}

/**
 * Stores whether staff fixed or barred the assignment of a project to an evaluator. Null means neither: later reading
 * plans decide.
 */
async function setFixed(
  tx: Executor,
  { round, context }: Pick<Plan, "round" | "context">,
  { project, evaluator }: Pair,
  kind: FixedKind | null,
): Promise<void> {
  if (kind === null) {
    await tx
      .delete(fixedReadings)
      .where(
        and(
          fixedIn(round),
          eq(fixedReadings.projectId, project),
          eq(fixedReadings.evaluatorId, evaluator),
        ),
      );
    return;
  }
  const row = { kind, at: context.now, by: context.actorId ?? null };
  await tx
    .insert(fixedReadings)
    .values({
      ...{ editionId: round.editionId, round: round.number },
      ...{ projectId: project, evaluatorId: evaluator, ...row },
    })
    .onConflictDoUpdate({
      target: [fixedReadings.evaluatorId, fixedReadings.projectId, fixedReadings.round],
      set: row,
    });
}

/**
 * Adds a change of an assignment to the audit log, with the evaluator and the project's receipt number.
 */
async function record(
  tx: Executor,
  { round, readers, context }: Plan,
  act: AuditEntry["act"],
  evaluator: string,
): Promise<void> {
  await appendAuditEntry(tx, context, {
    act,
    target: { ...editionTarget(round.edition), user: evaluator },
    data: { application: readers.project.number, ...roundData(round) },
  });
}

/** Queues an email to each evaluator whose assigned projects change, if staff requested these emails. */
async function tell(
  tx: Executor,
  notify: boolean | undefined,
  round: Round,
  { project }: ProjectReaders,
  { added, removed }: { added?: string; removed?: string },
): Promise<void> {
  if (!notify) return;
  await queueReadingMails(tx, round, {
    added: added ? [{ project: project.id, evaluator: added }] : [],
    removed: removed ? [{ project: project.id, evaluator: removed }] : [],
  });
}
