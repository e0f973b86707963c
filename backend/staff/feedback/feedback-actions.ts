import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Verdict } from "@/contract/evaluation/feedback";
import type { Stage } from "@/contract/evaluation/funnel";
import { inReasonOrder } from "@/contract/evaluation/reasons";
import { DEFAULT_LANGUAGE } from "@/contract/languages";
import type { StaffActionName } from "@/contract/staff/audit-log";
import * as contract from "@/contract/staff/feedback";
import type { Effect } from "@/contract/staff/preview";
import { type ActionContext, appendAuditEntry, editionTarget } from "../../audit-log/entries";
import type { Database } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { feedback, feedbackVerdicts } from "../../db/schema/feedback";
import { lockSelection } from "../../editions/edition";
import type { Round } from "../../editions/rounds";
import { requireJuryClosed } from "../../evaluations/close/ranking-access";
import { editionOf } from "../../evaluations/edition";
import { roundInMail } from "../../evaluations/own-rounds";
import { fail } from "../../http/failure";
import type { Call } from "../../http/serve";
import { queueMail } from "../../mail/outbox";
import { type Candidate, findDecidingRound } from "../../selection/candidates";
import { type Piece, type StoredText, verdictsAbout, writtenTexts } from "../../selection/feedback";
import { executeAction, type Outcome } from "../execute-action";
import { findInText } from "./detect";
import { evaluatorsInEdition, namesToFind, notSelected, projectNames } from "./texts";

type FeedbackCall = Parameters<typeof executeAction>[1] & {
  body: { edition: number; stage: Stage };
};
type Scene = {
  db: Database;
  context: ActionContext;
  round: Round;
  stage: Stage;
  candidates: Candidate[];
};

/**
 * Runs an action on the feedback texts of a stage. Holds the lock of the selection, so that the action and a release of
 * decisions run one after the other.
 */
function onTexts(
  endpoint: Parameters<typeof executeAction>[0],
  call: FeedbackCall,
  change: (scene: Scene) => Promise<Outcome>,
) {
  return executeAction(endpoint, call, async (db, context) => {
    await lockSelection(db, (await editionOf(db, call.body.edition, context.now)).id);
    const edition = await editionOf(db, call.body.edition, context.now);
    const round = await findDecidingRound(db, edition, call.body.stage);
    await requireJuryClosed(db, round);
    if (!round.feedback) fail("not_found");
    return change({
      ...{ db, context, round, stage: call.body.stage },
      candidates: await notSelected(db, round, call.body.stage),
    });
  });
}

/**
 * Returns a function that describes a project or a feedback text together with the current staff verdict. The preview's
 * hash includes this description. If a colleague changes the verdict after the preview, the action stops.
 */
async function identified({ db, stage }: Scene, projects: readonly string[]) {
  const known = (await verdictsAbout(db, stage, projects)).map(
    (one) => [one.feedbackId ?? one.projectId, one] as const,
  );
  const verdicts = new Map(known);
  return (id: string, version = 0): string => {
    const { kind, text, language, reasons, question } = verdicts.get(id) ?? {};
    return JSON.stringify([id, version, kind, text, language, reasons, question]);
  };
}

/**
 * Returns the requested feedback texts, if staff can decide about them. A blocker reports all other requested texts.
 */
async function namedTexts(scene: Scene, ids: readonly string[]) {
  const { db, round, stage, candidates } = scene;
  const rows = await db
    .select({ projectId: feedback.projectId })
    .from(feedback)
    .where(inArray(feedback.id, [...ids]));
  const wanted = new Set(rows.map(({ projectId }) => projectId));
  const projects = candidates.flatMap(({ id }) => (wanted.has(id) ? [id] : []));
  const texts = await writtenTexts(db, round, stage, projects);
  const byId = new Map(texts.map((one) => [one.id, one]));
  const named = [...new Set(ids)];
  const fit = named.flatMap((id) => byId.get(id) ?? []);
  const unfit = named.filter((id) => !byId.has(id));
  const against: Effect[] =
    unfit.length > 0 ? [{ name: "not_decidable", count: unfit.length }] : [];
  const identify = await identified(scene, projectsOf(fit));
  const to = [...fit.map(({ id, version }) => identify(id, version)), ...unfit];
  return { fit, to, against };
}

/**
 * Returns a blocker for feedback texts with names, links, contact data, or scores. Staff can override this blocker, and
 * the audit log records the override.
 */
async function foundIn(
  { db, round, candidates }: Scene,
  texts: readonly { projectId: string; text: string }[],
): Promise<Effect[]> {
  const names = namesToFind(await evaluatorsInEdition(db, round), await projectNames(db, round));
  const nameOf = new Map(candidates.map(({ id, nome }) => [id, nome]));
  const found = texts.flatMap(({ projectId, text }) =>
    findInText(text, names, nameOf.get(projectId) ?? ""),
  );
  const shown = [...new Set(found.map(({ text }) => text))].slice(0, 5).join(" · ");
  return found.length > 0
    ? [{ name: "name_in_text", count: found.length, facts: { found: shown } }]
    : [];
}

async function setVerdicts(
  { db, context }: Scene,
  stage: Stage,
  texts: readonly StoredText[],
  { kind, piece, question = "" }: { kind: Verdict; piece?: Piece; question?: string },
): Promise<void> {
  for (const { id, projectId, version, ...written } of texts) {
    const { text, language, reasons } = piece ?? { ...written, text: "", reasons: [] };
    const values = {
      ...{ projectId, stage, feedbackId: id, kind, version, question },
      ...{ text, language, reasons, decidedAt: context.now },
    };
    await db
      .insert(feedbackVerdicts)
      .values(values)
      .onConflictDoUpdate({
        target: [feedbackVerdicts.projectId, feedbackVerdicts.stage, feedbackVerdicts.feedbackId],
        set: values,
      });
  }
}

function log(
  { db, context, round, candidates }: Scene,
  act: StaffActionName,
  stage: Stage,
  projects: readonly string[],
  against: readonly Effect[] = [],
) {
  const touched = new Set(projects);
  const receipts = candidates.flatMap(({ id, number }) => (touched.has(id) ? [number] : []));
  const found = against.find(({ name }) => name === "name_in_text")?.facts?.found;
  return appendAuditEntry(db, context, {
    ...{ act, target: editionTarget(round.edition) },
    data: { [stage]: receipts.sort().join(" "), ...(found && { "went past": found }) },
  });
}

const projectsOf = (texts: readonly StoredText[]) => texts.map(({ projectId }) => projectId);

/** Approves feedback texts of evaluators without changes, so that the applicants can receive these texts. */
export function approveFeedback(call: Call<typeof contract.approveFeedback>) {
  const { stage, ids } = call.body;
  return onTexts(contract.approveFeedback, call, async (scene) => {
    const { fit, to, against } = await namedTexts(scene, ids);
    const found = await foundIn(scene, fit);
    await setVerdicts(scene, stage, fit, { kind: "as_written" });
    if (fit.length > 0) await log(scene, "feedback.approve", stage, projectsOf(fit), found);
    return {
      count: fit.length,
      to,
      effects: [{ name: "feedback_leaves", count: fit.length }],
      against: [...against, ...found],
    };
  });
}

/** Approves an edited version of an evaluator's feedback text. The evaluator's own text stays stored. */
export function editFeedback(call: Call<typeof contract.editFeedback>) {
  const { stage, id, text, language, reasons } = call.body;
  return onTexts(contract.editFeedback, call, async (scene) => {
    const { fit, to, against } = await namedTexts(scene, [id]);
    const piece = { text, language, reasons: inReasonOrder(reasons) };
    if (text === "" && reasons.length === 0) {
      return fail("invalid_fields", { fields: { text: "required" } });
    }
    const found = await foundIn(
      scene,
      fit.map(({ projectId }) => ({ projectId, text })),
    );
    await setVerdicts(scene, stage, fit, { kind: "edited", piece });
    if (fit.length > 0) await log(scene, "feedback.edit", stage, projectsOf(fit), found);
    return {
      count: fit.length,
      to,
      effects: [{ name: "feedback_edited", count: fit.length }],
      against: [...against, ...found],
    };
  });
}

export function withholdFeedback(call: Call<typeof contract.withholdFeedback>) {
  const { stage, ids } = call.body;
  return onTexts(contract.withholdFeedback, call, async (scene) => {
    const { fit, to, against } = await namedTexts(scene, ids);
    await setVerdicts(scene, stage, fit, { kind: "withheld" });
    if (fit.length > 0) await log(scene, "feedback.withhold", stage, projectsOf(fit));
    return {
      count: fit.length,
      to,
      effects: [{ name: "feedback_withheld", count: fit.length }],
      against,
    };
  });
}

/** Asks the evaluator by email about a feedback text, and unlocks that text for changes. */
export function askFeedback(call: Call<typeof contract.askFeedback>) {
  const { stage, id, question } = call.body;
  return onTexts(contract.askFeedback, call, async (scene) => {
    const { db, round, candidates } = scene;
    const { fit, to, against } = await namedTexts(scene, [id]);
    await setVerdicts(scene, stage, fit, { kind: "asked", question });
    for (const { evaluatorId, projectId } of fit) {
      const [author] = await db.select().from(users).where(eq(users.id, evaluatorId));
      if (!author) throw new Error("a text without its author");
      await queueMail(db, {
        template: "feedback_asked",
        userId: author.id,
        recipient: author.email,
        language: author.language,
        data: {
          first_name: author.firstName,
          ...roundInMail(round, author.language),
          project: candidates.find((one) => one.id === projectId)?.nome ?? "",
          question,
        },
      });
    }
    if (fit.length > 0) await log(scene, "feedback.ask", stage, projectsOf(fit));
    return {
      count: fit.length,
      to,
      effects: [{ name: "feedback_asked", count: fit.length }],
      against,
    };
  });
}

/**
 * Adds the same reasons to the feedback for several applicants and replaces earlier reasons. An empty list removes the
 * reasons.
 */
export function giveReasons(call: Call<typeof contract.giveReasons>) {
  const { stage, projects, reasons } = call.body;
  return onTexts(contract.giveReasons, call, async (scene) => {
    const { candidates } = scene;
    const wanted = new Set(projects);
    const fit = candidates.filter(({ id }) => wanted.has(id)).map(({ id }) => id);
    const unfit = [...wanted].filter((id) => !fit.includes(id));
    const identify = await identified(scene, fit);
    if (fit.length > 0) {
      await setOwn(scene, stage, fit, { reasons: inReasonOrder(reasons) });
      await log(scene, "feedback.reasons", stage, fit);
    }
    const name = reasons.length > 0 ? "feedback_reasons" : "feedback_reasons_gone";
    return {
      count: fit.length,
      to: [...fit.map((id) => identify(id)), ...unfit],
      effects: [{ name, count: fit.length }],
      against: unfit.length > 0 ? [{ name: "not_decidable", count: unfit.length }] : [],
    };
  });
}

/**
 * Writes a feedback text of staff to one applicant and replaces an earlier staff text. The applicant receives it in
 * addition to the evaluators' texts.
 */
export function writeFeedback(call: Call<typeof contract.writeFeedback>) {
  const { stage, project, text, language } = call.body;
  return onTexts(contract.writeFeedback, call, async (scene) => {
    const isFit = scene.candidates.some(({ id }) => id === project);
    const found = isFit ? await foundIn(scene, [{ projectId: project, text }]) : [];
    const identify = await identified(scene, [project]);
    if (isFit) {
      await setOwn(scene, stage, [project], { text, language });
      await log(scene, "feedback.write", stage, [project], found);
    }
    return {
      count: Number(isFit),
      to: [identify(project)],
      effects: [
        { name: text === "" ? "feedback_text_gone" : "feedback_text", count: Number(isFit) },
      ],
      against: isFit ? found : [{ name: "not_decidable", count: 1 }],
    };
  });
}

/**
 * Sets staff's own text or staff's reasons for some projects. Setting the text keeps the reasons, and setting the
 * reasons keeps the text. If both are then empty, deletes the stored verdict.
 */
async function setOwn(
  { db, context }: Scene,
  stage: Stage,
  projects: readonly string[],
  given: Partial<Piece>,
): Promise<void> {
  const own = and(eq(feedbackVerdicts.stage, stage), isNull(feedbackVerdicts.feedbackId));
  await db
    .insert(feedbackVerdicts)
    .values(
      projects.map((projectId) => ({
        ...{ projectId, stage, kind: "own" as const, language: DEFAULT_LANGUAGE },
        ...{ ...given, decidedAt: context.now },
      })),
    )
    .onConflictDoUpdate({
      target: [feedbackVerdicts.projectId, feedbackVerdicts.stage, feedbackVerdicts.feedbackId],
      set: { ...given, decidedAt: context.now },
    });
  await db
    .delete(feedbackVerdicts)
    .where(
      and(
        own,
        inArray(feedbackVerdicts.projectId, [...projects]),
        eq(feedbackVerdicts.text, ""),
        sql`cardinality(${feedbackVerdicts.reasons}) = 0`,
      ),
    );
}
