import { and, inArray } from "drizzle-orm";
import { LANGUAGES, languageOf, listIn } from "@/contract/languages";
import type { listReadingMails as contract } from "@/contract/staff/matrix";
import type { Executor } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { submissions } from "../../db/schema/applications";
import { fill, messagesIn } from "../../documents/messages";
import { currentEdition, type Edition } from "../../editions/edition";
import { firstRoundKey } from "../../editions/rounds";
import { findProposal } from "../../evaluations/assignment/propose";
import { changesBetween, heldOf, settled } from "../../evaluations/assignment/shape";
import { readWorld } from "../../evaluations/assignment/world";
import { confirmedJuryOf } from "../../evaluations/round";
import { findAssignment } from "../../evaluations/scope";
import { fail } from "../../http/failure";
import type { Call } from "../../http/serve";
import { type QueuedMail, queueMail } from "../../mail/outbox";
import { buildMailPreview } from "../mail-preview";

type Pair = { project: string; evaluator: string };
export type ReadingChanges = {
  added: readonly Pair[];
  removed: readonly Pair[];
  /** True if no plan was in force: then the evaluators had all projects, and the plan's readings are all they have. */
  isFirst?: boolean;
};

/** Maximum number of projects that an email names. The others are counted. */
const NAMED = 20;

/** Converts the pairs of `changesBetween` to objects. */
export function pairsOf(pairs: readonly string[]): Pair[] {
  return pairs.map((pair) => {
    const [project = "", evaluator = ""] = pair.split(" ");
    return { project, evaluator };
  });
}

/**
 * Returns one email for each evaluator whose readings change, in the evaluator's language: the added and the
 * removed projects. Names no other evaluator.
 */
export async function readingMails(
  db: Executor,
  edition: Edition,
  { added, removed, isFirst = false }: ReadingChanges,
): Promise<(QueuedMail & { name: string })[]> {
  const ids = [...new Set([...added, ...removed].map(({ evaluator }) => evaluator))];
  if (ids.length === 0) return [];
  const names = await namesOf(db, [...added, ...removed]);
  const people = await db
    .select()
    .from(users)
    .where(and(confirmedJuryOf(firstRoundKey(edition.id)), inArray(users.id, ids)))
    .orderBy(users.lastName, users.id);
  const of = (pairs: readonly Pair[]) => Map.groupBy(pairs, ({ evaluator }) => evaluator);
  const [more, less] = [of(added), of(removed)];
  const deadline = edition.evaluationClosesAt?.toISOString();
  return people.map((user) => {
    const language = languageOf(user.language);
    const said = (pairs: readonly Pair[] = []) => {
      const own = pairs.map(({ project }) => names.get(project) ?? "").sort();
      const { assignment } = messagesIn(language);
      const rest = own.length - NAMED;
      const shown = own.slice(0, NAMED);
      return listIn(
        language,
        rest > 0 ? [...shown, fill(assignment.more, { count: rest })] : shown,
      );
    };
    const [gained, lost] = [more.get(user.id), less.get(user.id)];
    return {
      name: `${user.firstName} ${user.lastName} <${user.email}>`,
      template: "readings_changed",
      userId: user.id,
      recipient: user.email,
      language,
      data: {
        first_name: user.firstName,
        ...(gained && isFirst && { own: said(gained), own_count: String(gained.length) }),
        ...(gained && !isFirst && { added: said(gained), added_count: String(gained.length) }),
        ...(lost && { removed: said(lost), removed_count: String(lost.length) }),
        ...(deadline && { deadline }),
      },
    };
  });
}

/** Queues these emails in the transaction of the change, so that a repeated or refused action sends none. */
export async function queueReadingMails(
  tx: Executor,
  edition: Edition,
  changes: ReadingChanges,
): Promise<void> {
  for (const { name, ...mail } of await readingMails(tx, edition, changes)) {
    await queueMail(tx, mail);
  }
}

/** Returns the readings that applying the proposal adds and removes. */
export async function proposalChanges(
  db: Executor,
  editionId: string,
  proposalId: string,
): Promise<ReadingChanges | null> {
  const proposal = await findProposal(db, firstRoundKey(editionId));
  if (!proposal?.readers || proposal.id !== proposalId) return null;
  const world = await readWorld(db, firstRoundKey(editionId));
  const { added, removed } = changesBetween(heldOf(world), settled(proposal.readers, world));
  const isFirst = !(await findAssignment(db, firstRoundKey(editionId)));
  return { added: pairsOf(added), removed: pairsOf(removed), isFirst };
}

/** Returns one of the emails that applying the proposal would send, with the function that sends them. */
export async function listReadingMails({ db, config, query, arrivedAt }: Call<typeof contract>) {
  const edition = await currentEdition(db, arrivedAt);
  const changes = await proposalChanges(db, edition.id, query.proposal);
  if (!changes) return fail("not_found");
  const mails = await readingMails(db, edition, changes);
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
