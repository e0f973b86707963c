import { and, eq, gt, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { ActForTwo, Confirm } from "@/contract/endpoint";
import { HOUR } from "@/contract/spans";
import { type ProposedAct, SECOND_PERSON_HOURS, type Shown } from "@/contract/staff/plan";
import type { BackendConfig } from "../../config";
import type { Executor } from "../../db/connect";
import { dataRequests, hasRole, users } from "../../db/schema/accounts";
import { type ActTarget, proposedActs } from "../../db/schema/journal";
import { type Act, type ActLine, writeAct } from "../../journal/acts";

/*
 * (rule staff.two) Where the configuration asks for two people, an act waits for a day between the first and the second:
 * nothing of it is done meanwhile, and whoever confirms makes it, if it still comes to what was proposed.
 */

type Config = Pick<BackendConfig, "SECOND_PERSON">;
export type Proposed = { row: typeof proposedActs.$inferSelect; by: string };
/** What an act is about, as the log says it. */
export type About = Pick<ActLine, "target" | "data">;

const requestOf = sql<string>`${proposedActs.target} ->> 'request'`;

/** A line's author. Why is there only where it can go with the person: of an address without an account the log could not forget it. */
const inLog = ({ user, edition }: ActTarget, by: Act): Act =>
  user || edition ? by : { ...by, reason: "" };

/** Whether two people have to decide an act. */
export const isForTwo = ({ second }: Confirm, { SECOND_PERSON }: Config): boolean =>
  second !== undefined && SECOND_PERSON.includes(second);

/** An act by name, with what it is about and how it is decided, in the order of its contract. */
export const subjectOf = (name: string, decided: object) => `${name} ${JSON.stringify(decided)}`;

/** Proposals that still wait, of people who may still decide: their own word has to count when the second one does. */
function isWaiting(act: ActForTwo, { SECOND_PERSON }: Config, now: Date): SQL | undefined {
  if (!SECOND_PERSON.includes(act)) return sql`false`;
  const may = and(isNull(users.deactivatedAt), hasRole("director"));
  return and(
    eq(proposedActs.act, act),
    gt(proposedActs.expiresAt, now),
    sql`${proposedActs.proposerId} in (select ${users.id} from ${users} where ${may})`,
  );
}

/** How many releases of an edition wait for a second person. */
export function countReleases(db: Executor, editionId: string, config: Config, now: Date) {
  const own = eq(proposedActs.editionId, editionId);
  return db.$count(proposedActs, and(own, isWaiting("release", config, now)));
}

/** Whose erasure waits for a second person, over `users`. */
export function isToBeErased(config: Config, now: Date): SQL {
  const waiting = sql`select ${proposedActs.userId} from ${proposedActs} where ${isWaiting("erase", config, now)}`;
  return sql`${users.id} in (${waiting})`;
}

/** Requests from an address whose erasure waits for a second person, over `data_requests`. */
export function isAddressToBeErased(config: Config, now: Date): SQL {
  const waiting = sql`select ${requestOf} from ${proposedActs} where ${isWaiting("erase", config, now)}`;
  return sql`${dataRequests.id}::text in (${waiting})`;
}

/** What is proposed about these requests and waits, by request. */
export async function proposedAbout(
  db: Executor,
  requests: readonly string[],
  config: Config,
  now: Date,
): Promise<ReadonlyMap<string, Proposed>> {
  if (requests.length === 0 || !config.SECOND_PERSON.includes("erase")) return new Map();
  const found = await db
    .select({ row: proposedActs, by: users.email })
    .from(proposedActs)
    .innerJoin(users, eq(users.id, proposedActs.proposerId))
    .where(and(inArray(requestOf, [...requests]), isWaiting("erase", config, now)));
  return new Map(found.map((one) => [one.row.target.request ?? "", one]));
}

/** What is proposed about a subject and waits; null where nothing does. */
export async function findProposed(
  db: Executor,
  { act, subject }: { act: ActForTwo; subject: string },
  config: Config,
  now: Date,
): Promise<Proposed | null> {
  const [found] = await db
    .select({ row: proposedActs, by: users.email })
    .from(proposedActs)
    .innerJoin(users, eq(users.id, proposedActs.proposerId))
    .where(and(eq(proposedActs.subject, subject), isWaiting(act, config, now)));
  return found ?? null;
}

/** Until the transaction ends nobody else decides about this subject. */
export async function lockSubject(tx: Executor, subject: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${subject}, 0))`);
}

/** A proposal as it leaves. */
export function tellProposed({ row, by }: Proposed, callerId: string): ProposedAct {
  return {
    id: row.id,
    by,
    own: row.proposerId === callerId,
    at: row.proposedAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    reason: row.reason,
    count: row.shown.count,
  };
}

type Proposal = { act: ActForTwo; subject: string; about: About; shown: Shown; sha256: string };

/** Keeps that somebody proposes an act, in place of what was proposed before; the number of its line in the log. */
export async function propose(
  tx: Executor,
  { act, subject, about: { target, data }, shown, sha256 }: Proposal,
  by: Act & { actorId: string },
): Promise<number> {
  const line = await writeAct(tx, inLog(target, by), {
    act: "act.propose",
    target,
    data: { proposed: act, ...data },
  });
  if (line === null) throw new Error("a proposal's line was not written");
  const values = {
    ...{ act, target, shown, sha256, line, reason: by.reason, proposerId: by.actorId },
    userId: target.user ?? null,
    editionId: target.edition ?? null,
    proposedAt: by.now,
    expiresAt: new Date(by.now.getTime() + SECOND_PERSON_HOURS * HOUR),
  };
  await tx
    .insert(proposedActs)
    .values({ subject, ...values })
    .onConflictDoUpdate({
      target: proposedActs.subject,
      set: { id: sql`gen_random_uuid()`, ...values },
    });
  return line;
}

/** Ends a proposal, confirmed or withdrawn; the log says which line it was. */
export async function endProposal(
  tx: Executor,
  { row }: Pick<Proposed, "row">,
  by: Act,
  act: "act.confirm" | "act.withdraw",
): Promise<void> {
  await tx.delete(proposedActs).where(eq(proposedActs.id, row.id));
  const data = { proposed: row.act, line: String(row.line) };
  await writeAct(tx, inLog(row.target, by), { act, target: row.target, data });
}
