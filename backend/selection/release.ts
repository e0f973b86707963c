import { inArray, sql } from "drizzle-orm";
import { RACE, SELECTION_STAGES, type Stage } from "@/contract/evaluation/funnel";
import { filledDetails, type ReleaseDetails } from "@/contract/evaluation/release-details";
import { type Language, languageOf } from "@/contract/languages";
import type { ActionContext } from "../audit-log/entries";
import { RuleViolation } from "../audit-log/rule-violation";
import type { Database, Executor } from "../db/connect";
import { users } from "../db/schema/accounts";
import { decisionReleases, decisions } from "../db/schema/evaluations";
import { messagesIn } from "../documents/messages";
import { type Edition, lockSelection } from "../editions/edition";
import { readRounds, roundDeciding } from "../editions/rounds";
import { alteredRecords } from "../evaluations/close/verify-record";
import { currentDecisions, type Decision, isSelected } from "../evaluations/ranking/decisions";
import type { Template } from "../mail/messages";
import { type QueuedMail, queueMail } from "../mail/outbox";
import { recordEvent } from "../project/timeline";
import { type Candidate, candidateReader, ineligible, restOn } from "./candidates";
import { AT_ONCE, type Leaving, leavingFeedback, leavingWith, storeLeaving } from "./feedback";
import {
  type Arrivals,
  block,
  blockWhileArriving,
  emptyPreview,
  type PreviewRow,
  type SelectionPreview,
  warn,
} from "./plan";
import { blockProblems, logSelection, requireAllowed } from "./select";
import { tieAt } from "./tie";

/**
 * Previews the release of the decisions of some stages. The preview contains the unreleased decisions. Except for
 * prizes, it also contains "not selected" for each project that reached a stage and has no decision for it (rule
 * staff.one-stage).
 */
export async function previewRelease(
  db: Executor,
  edition: Edition,
  stages: readonly Stage[],
  /**
   * Time and grace period. Callers pass them only for a real release, which is blocked while applications can still
   * arrive. A page's preview omits them.
   */
  arrivals?: Arrivals,
): Promise<SelectionPreview> {
  const standing = await currentDecisions(db, edition.id, { released: false });
  const candidatesFor = await candidateReader(db, edition);
  const preview = emptyPreview();
  if (arrivals) await blockWhileArriving(preview, db, edition, arrivals);
  for (const { id: stage, after } of SELECTION_STAGES) {
    if (!stages.includes(stage)) continue;
    const candidates = await candidatesFor(stage);
    const places = edition.places[stage];
    const pending = (one: Candidate) => {
      const decision = standing.get(one.id)?.get(stage);
      return decision && decision.releaseId === null ? decision : null;
    };
    const decided = candidates.filter(pending);
    for (const candidate of decided) {
      const { outcome, override, correction } = pending(candidate) as Decision;
      // After staff decided, a correction of an earlier stage can have made the project ineligible, so check
      // eligibility again. If staff overrode the eligibility check when they decided, the override stays valid.
      const against = outcome === "selected" && !override;
      const problem = against ? ineligible(candidate, stage, standing) : null;
      preview.rows.push({ candidate, stage, action: "release", outcome, problem, correction });
    }
    const opens = decided.some((one) => pending(one)?.correction === false);
    if (!opens || !RACE.includes(stage)) continue;
    const selected = candidates.filter(({ id }) => isSelected(standing, id, stage)).length;
    if (selected < places) {
      const facts = { selected: String(selected), places: String(places) };
      const sentence = `${stage}: ${selected} selected, ${places} places.`;
      warn(preview, sentence, { name: "places_left", count: places - selected, facts });
    }
    const tie = tieAt(candidates, standing, stage, edition.places);
    if (tie) {
      const numbers = tie.equals.map(({ number }) => number).join(", ");
      const sentence = `${stage}: tied projects come next (${numbers}): select some, or leave them out (--out).`;
      const facts = { equals: String(tie.equals.length), free: String(tie.free) };
      block(preview, sentence, { name: "tie_next", count: 0, facts });
    }
    for (const candidate of candidates) {
      const ran = after === null || isSelected(standing, candidate.id, after);
      if (!ran || standing.get(candidate.id)?.has(stage)) continue;
      // Skip a project that staff selected for a later stage by an override: "not selected" for this stage would
      // contradict the later decision.
      if (restOn(stage).some((later) => isSelected(standing, candidate.id, later))) continue;
      const told = { action: "release", outcome: "not_selected", problem: null } as const;
      preview.rows.push({ candidate, stage, ...told });
    }
  }
  blockProblems(preview);
  for (const { id, after } of SELECTION_STAGES) {
    if (!stages.includes(id) || after === null || stages.includes(after)) continue;
    const candidates = await candidatesFor(after);
    const untold = candidates.filter((one) => {
      const decision = standing.get(one.id)?.get(after);
      return decision && decision.releaseId === null;
    }).length;
    if (untold > 0) {
      block(preview, `${untold} decisions for ${after} are not released: release them first.`, {
        name: "before_untold",
        count: 0,
        facts: { untold: String(untold) },
      });
    }
  }
  return preview;
}

/**
 * Returns the email addresses of evaluators with an evaluation record that no longer matches its fingerprint. Checks
 * the rounds that decide the given stages.
 */
async function alteredOf(tx: Executor, edition: Edition, stages: readonly Stage[]) {
  const rounds = await readRounds(tx, edition);
  const deciding = new Set(stages.map((stage) => roundDeciding(rounds, stage)));
  const found = new Set<string>();
  for (const round of deciding) {
    for (const address of await alteredRecords(tx, round)) found.add(address);
  }
  return [...found];
}

type ReleaseOptions = {
  override: boolean;
  graceMinutes: number;
  /** Details for the emails to the selected projects, such as the place and time of an event. */
  details?: ReleaseDetails;
};

/**
 * Releases decisions. The same transaction stores the decisions "not selected", the timeline events, and the emails.
 * Throws if there is nothing to release.
 */
export function release(
  db: Database,
  edition: Edition,
  stages: readonly Stage[],
  context: ActionContext,
  { override, graceMinutes, details: given = {} }: ReleaseOptions,
): Promise<SelectionPreview & { releaseId: string; leaving: ReadonlyMap<string, Leaving> }> {
  return db.transaction(async (tx) => {
    await lockSelection(tx, edition.id);
    const preview = await previewRelease(tx, edition, stages, { now: context.now, graceMinutes });
    if (preview.rows.length === 0)
      throw new RuleViolation(
        `There is nothing to release for ${stages.join(", ")}.`,
        "not_decidable",
      );
    const altered = await alteredOf(tx, edition, stages);
    if (altered.length > 0) {
      const sentence = `Closed evaluations that do not match their fingerprints: ${altered.join(", ")}.`;
      block(preview, sentence, { name: "records_altered", count: altered.length });
    }
    const { leaving, without, undecided } = await leavingFeedback(tx, edition, preview.rows);
    blockUndecided(preview, undecided);
    if (without.length > 0) {
      const numbers = without.map(({ number }) => number).join(", ");
      throw new RuleViolation(
        `These projects are not selected and have no reason to read: ${numbers}.`,
        "no_reason",
        { count: String(without.length), names: namesOf(without) },
      );
    }
    requireAllowed(preview, override);
    const { actor, reason, now: at } = context;
    const isSelecting = preview.rows.some(({ outcome }) => outcome === "selected");
    const details = isSelecting ? filledDetails(given) : {};
    const stored = Object.keys(details).length > 0 ? details : null;
    const [made] = await tx
      .insert(decisionReleases)
      .values({ editionId: edition.id, at, actor, reason, details: stored })
      .returning();
    if (!made) throw new Error("a release was not stored");
    const known = await markReleased(tx, edition, made.id, preview, context);
    await storeLeaving(tx, known, leaving);
    await tell(tx, known, preview, { at, details, leaving });
    await logSelection(tx, edition, "funnel.release", context, preview, details);
    return { ...preview, releaseId: made.id, leaving };
  });
}

/** Adds a blocker for feedback texts that still need a staff verdict, because a release would omit them. */
function blockUndecided(preview: SelectionPreview, count: number): void {
  if (count === 0) return;
  const sentence = `${count} texts for applicants wait for a decision: they would not leave.`;
  block(preview, sentence, { name: "feedback_undecided", count });
}

/** Maximum number of project names in a blocker's text. */
const NAMED = 8;

/**
 * Returns the names of some projects as text. If there are more than `NAMED` projects, the text contains the first
 * `NAMED` names and "…".
 */
export function namesOf(candidates: readonly Pick<Candidate, "nome">[]): string {
  const names = candidates.slice(0, NAMED).map(({ nome }) => nome);
  return candidates.length > NAMED ? `${names.join(", ")}, …` : names.join(", ");
}

async function markReleased(
  tx: Executor,
  edition: Edition,
  releaseId: string,
  preview: SelectionPreview,
  { actor, reason, now }: ActionContext,
): Promise<Decision[]> {
  const decided = await tx
    .update(decisions)
    .set({ releaseId })
    .where(
      sql`${decisions.editionId} = ${edition.id} and ${decisions.releaseId} is null
        and ${decisions.undoneAt} is null and ${inArray(decisions.projectId, projectsOf(preview))}
        and ${inArray(decisions.stage, stagesOf(preview))}`,
    )
    .returning();
  const keys = new Set(decided.map(({ projectId, stage }) => `${projectId} ${stage}`));
  const rest = preview.rows.filter(({ candidate, stage }) => !keys.has(`${candidate.id} ${stage}`));
  const left = rest.map(({ candidate, stage, outcome }) => ({
    editionId: edition.id,
    projectId: candidate.id,
    stage,
    outcome,
    decidedAt: now,
    actor,
    reason,
    releaseId,
  }));
  for (let from = 0; from < left.length; from += AT_ONCE) {
    const some = left.slice(from, from + AT_ONCE);
    decided.push(...(await tx.insert(decisions).values(some).returning()));
  }
  return decided;
}

function stagesOf({ rows }: SelectionPreview): Stage[] {
  return [...new Set(rows.map(({ stage }) => stage))];
}

function projectsOf({ rows }: SelectionPreview): string[] {
  return [...new Set(rows.map(({ candidate }) => candidate.id))];
}

/** Adds a timeline event for each decision and queues its email in the account's language. */
async function tell(
  tx: Executor,
  known: readonly Decision[],
  preview: SelectionPreview,
  {
    at,
    details,
    leaving,
  }: { at: Date; details: ReleaseDetails; leaving: ReadonlyMap<string, Leaving> },
): Promise<void> {
  const mails = new Map(
    (await mailsOf(tx, preview, details, leaving)).map(({ row, mail }) => [
      `${row.candidate.id} ${row.stage}`,
      mail,
    ]),
  );
  for (const { id, projectId, stage, outcome, correction } of known) {
    const own = outcome === "selected" ? details : {};
    await recordEvent(tx, projectId, "decision", at, { stage, outcome, correction, ...own });
    const mail = mails.get(`${projectId} ${stage}`);
    if (mail) await queueMail(tx, { ...mail, dedupeKey: `decision:${id}` });
  }
}

type Owner = Pick<
  typeof users.$inferSelect,
  "id" | "email" | "language" | "firstName" | "lastName" | "erasedAt"
>;

/**
 * Returns the emails of a release in the order of the release's decisions. Emails about selected projects contain the
 * release details, such as place and time. Emails about other projects contain the feedback, if any.
 */
export async function mailsOf(
  db: Executor,
  { rows }: Pick<SelectionPreview, "rows">,
  details: ReleaseDetails,
  leaving: ReadonlyMap<string, Leaving>,
): Promise<{ row: PreviewRow; user: Owner; mail: QueuedMail }[]> {
  const ids = [...new Set(rows.map(({ candidate }) => candidate.userId))];
  const owners: Owner[] = await db
    .select({
      id: users.id,
      email: users.email,
      language: users.language,
      firstName: users.firstName,
      lastName: users.lastName,
      erasedAt: users.erasedAt,
    })
    .from(users)
    // A release can concern thousands of accounts, so all ids are one SQL parameter.
    .where(sql`${users.id} = any(${sql.param(ids)}::uuid[])`);
  const byId = new Map(owners.map((user) => [user.id, user]));
  return rows.flatMap((row) => {
    const { candidate, stage, outcome, correction = false } = row;
    const user = byId.get(candidate.userId);
    // An erased person has no email address, so queue no email.
    if (!user || user.erasedAt) return [];
    const said = RACE.includes(stage) || outcome === "selected";
    if (!said && !correction) return [];
    const own = leavingWith(leaving, candidate.id, stage);
    const mail: QueuedMail = {
      template: templateOf(stage, outcome, correction),
      userId: user.id,
      projectId: candidate.id,
      recipient: user.email,
      language: user.language,
      data: {
        first_name: user.firstName,
        project: candidate.nome,
        ...(correction && { stage: messagesIn(user.language).stages[stage] }),
        ...(outcome === "selected" && detailsIn(languageOf(user.language), details)),
        ...(own && { feedback: JSON.stringify(own) }),
      },
    };
    return [{ row, user, mail }];
  });
}

/** Returns the release details as template values of an email in one language. */
function detailsIn(language: Language, details: ReleaseDetails): Record<string, string> {
  const { when = "" } = details;
  const where = details[`where_${language}`] ?? "";
  const sentence = details[`sentence_${language}`] ?? "";
  return Object.fromEntries(Object.entries({ where, when, sentence }).filter(([, text]) => text));
}

function templateOf(
  stage: Decision["stage"],
  outcome: Decision["outcome"],
  correction: boolean,
): Template {
  if (correction) return `decision_corrected_${outcome}`;
  if (outcome === "selected") return `decision_${stage}`;
  return `decision_not_${stage as "pre_selected" | "semifinalist" | "finalist" | "winner"}`;
}
