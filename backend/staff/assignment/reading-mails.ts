import { and, inArray } from "drizzle-orm";
import { LANGUAGES, languageOf, listIn } from "@/contract/languages";
import type { listReadingMails as contract } from "@/contract/staff/matrix";
import type { Executor } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { submissions } from "../../db/schema/applications";
import { fill, messagesIn } from "../../documents/messages";
import type { Round } from "../../editions/rounds";
import type { Readers } from "../../evaluations/assignment/problem";
import { findProposal } from "../../evaluations/assignment/propose";
import { changesOf, settled } from "../../evaluations/assignment/shape";
import { readWorld, type World } from "../../evaluations/assignment/world";
import { roundInMail } from "../../evaluations/own-rounds";
import { confirmedJuryOf } from "../../evaluations/round";
import { fail } from "../../http/failure";
import type { Call } from "../../http/serve";
import { type QueuedMail, queueMail } from "../../mail/outbox";
import { buildMailPreview } from "../mail-preview";
import { roundActedOn } from "../shown-round";

type Pair = { project: string; evaluator: string };
export type ReadingChanges = {
  added: readonly Pair[];
  removed: readonly Pair[];
  /**
   * Each evaluator's remaining projects. Given only if no reading plan was in force before: every evaluator then read
   * all projects, so the email lists the projects that remain. A list can be empty.
   */
  own?: ReadonlyMap<string, readonly Pair[]>;
};

/**
 * Maximum number of projects that an email lists by name. For the remaining projects, the email gives only their
 * number.
 */
const NAMED = 20;

/**
 * Returns the changed assignments that evaluators receive by email when a reading plan is applied. Omits evaluators who
 * have closed their evaluation, because they read no more projects.
 */
export function planChanges(readers: Readers, world: World): ReadingChanges {
  const open = changesOf(readers, world).evaluators.filter(({ closed }) => !closed);
  const pairs = (which: "added" | "removed") =>
    open.flatMap((one) => one[which].map((project) => ({ project, evaluator: one.id })));
  if (world.isPlanned) return { added: pairs("added"), removed: pairs("removed") };
  const own = new Map(
    open
      .filter(({ removed }) => removed.length > 0)
      .map(({ id }) => [
        id,
        Object.entries(readers).flatMap(([project, these]) =>
          these.includes(id) ? [{ project, evaluator: id }] : [],
        ),
      ]),
  );
  return { added: [], removed: [], own };
}

/**
 * Returns one email for each evaluator whose assigned projects change, in the evaluator's language, with the added and
 * removed projects. Names no other evaluator.
 */
export async function readingMails(
  db: Executor,
  round: Round,
  { added, removed, own }: ReadingChanges,
): Promise<(QueuedMail & { name: string })[]> {
  const changed = [...added, ...removed];
  const ids = [...new Set([...changed.map(({ evaluator }) => evaluator), ...(own?.keys() ?? [])])];
  if (ids.length === 0) return [];
  const names = await namesOf(db, [...changed, ...(own ? [...own.values()].flat() : [])]);
  const people = await db
    .select()
    .from(users)
    .where(and(confirmedJuryOf(round), inArray(users.id, ids)))
    .orderBy(users.lastName, users.id);
  const of = (pairs: readonly Pair[]) => Map.groupBy(pairs, ({ evaluator }) => evaluator);
  const [more, less] = [of(added), of(removed)];
  const deadline = round.closesAt?.toISOString();
  return people.map((user) => {
    const language = languageOf(user.language);
    const list = (pairs: readonly Pair[] = []) => {
      const said = pairs.map(({ project }) => names.get(project) ?? "").sort();
      const { assignment } = messagesIn(language);
      const rest = said.length - NAMED;
      const shown = said.slice(0, NAMED);
      return listIn(
        language,
        rest > 0 ? [...shown, fill(assignment.more, { count: rest })] : shown,
      );
    };
    const [gained, lost, kept] = [more.get(user.id), less.get(user.id), own?.get(user.id)];
    return {
      name: `${user.firstName} ${user.lastName} <${user.email}>`,
      template: "readings_changed",
      userId: user.id,
      recipient: user.email,
      language,
      data: {
        first_name: user.firstName,
        ...roundInMail(round, language),
        ...(kept && { own: list(kept), own_count: String(kept.length) }),
        ...(gained && { added: list(gained), added_count: String(gained.length) }),
        ...(lost && { removed: list(lost), removed_count: String(lost.length) }),
        ...(deadline && { deadline }),
      },
    };
  });
}

/**
 * Queues the emails about changed assignments in the transaction of the change. If the action is refused or runs again,
 * the rollback also removes the queued emails.
 */
export async function queueReadingMails(
  tx: Executor,
  round: Round,
  changes: ReadingChanges,
): Promise<void> {
  for (const { name, ...mail } of await readingMails(tx, round, changes)) {
    await queueMail(tx, mail);
  }
}

/** Returns the assignments that applying a proposed reading plan adds and removes. */
export async function proposalChanges(
  db: Executor,
  round: Round,
  proposalId: string,
): Promise<ReadingChanges | null> {
  const proposal = await findProposal(db, round);
  if (!proposal?.readers || proposal.id !== proposalId) return null;
  const world = await readWorld(db, round);
  return planChanges(settled(proposal.readers, world), world);
}

/**
 * Returns the emails that applying a proposed reading plan would send: one of them as a sample, and their total number.
 */
export async function listReadingMails({ db, config, query, arrivedAt }: Call<typeof contract>) {
  const round = await roundActedOn(db, query, arrivedAt);
  const changes = await proposalChanges(db, round, query.proposal);
  if (!changes) return fail("not_found");
  const mails = await readingMails(db, round, changes);
  const these = mails.filter(({ language }) => !query.language || language === query.language);
  const shown = these[query.place - 1];
  return {
    languages: LANGUAGES.filter((one) => mails.some(({ language }) => language === one)),
    mail: shown
      ? buildMailPreview({ ...shown, data: shown.data ?? {} }, shown.name, config, arrivedAt)
      : null,
    of: these.length,
  };
}

async function namesOf(db: Executor, pairs: readonly Pair[]): Promise<Map<string, string>> {
  const ids = [...new Set(pairs.map(({ project }) => project))];
  const rows = await db
    .select({ id: submissions.projectId, name: submissions.nome })
    .from(submissions)
    .where(and(inArray(submissions.projectId, ids), submissions.current));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
