import { and, eq, gte, lt, or, type SQL, sql } from "drizzle-orm";
import type { listActs as contract } from "@/contract/staff/staff";
import type { Executor } from "../db/connect";
import { users } from "../db/schema/accounts";
import { type ActTarget, acts } from "../db/schema/journal";
import type { Call } from "../http/serve";
import { isAbout } from "../journal/acts";
import { readActs } from "../journal/read-acts";

/** Facts that say nothing of scores or ranks. A new one has to be named here before it leaves. */
const TELLABLE = ["from", "until", "at", "which", "date", "rule", "role"];
/** What lines keep of what stood against them: it may tell of ranks and of conflicts. */
const AGAINST = ["went past", "despite"];

/** The log of acts, page by page; blind: a selection says how many, never which (rule staff.blind). */
export async function listActs({ db, query }: Call<typeof contract>) {
  const { per_page: size } = query;
  const rows = await readActs(db, matching(query, await actedBy(db, query.who))).limit(size + 1);
  const page = rows.slice(0, size);
  return {
    acts: page.map(({ actor, by, about, target, data, at, ...line }) => ({
      ...line,
      at: at.toISOString(),
      who: actor ?? by,
      edition: target.year === undefined ? null : Number(target.year),
      person: target.user === undefined ? null : { id: target.user, email: about },
      mail: target.mail ?? null,
      facts: tellable(line.act, data),
      anyway: AGAINST.some((fact) => fact in data),
    })),
    next: rows.length > size ? (page.at(-1)?.number ?? null) : null,
  };
}

/** Whoever typed a name, or the account of an address: looked up first, so that an index is used either way. */
async function actedBy(db: Executor, who: string | undefined): Promise<SQL | undefined> {
  if (!who) return undefined;
  const [account] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, who.toLowerCase()));
  const typed = sql`${acts.words} -> 'actor' ->> 'text' = ${who}`;
  return account ? or(typed, eq(acts.actorId, account.id)) : typed;
}

function matching(query: Call<typeof contract>["query"], by: SQL | undefined): SQL | undefined {
  const { act, edition, person, mail, from, to, before } = query;
  const target: ActTarget = {
    ...(edition !== undefined && { year: String(edition) }),
    ...(person && { user: person }),
    ...(mail && { mail }),
  };
  return and(
    act && eq(acts.act, act),
    by,
    Object.keys(target).length > 0 ? isAbout(target) : undefined,
    from ? gte(acts.at, new Date(from)) : undefined,
    to ? lt(acts.at, new Date(to)) : undefined,
    before ? lt(acts.number, before) : undefined,
  );
}

/** Of a selection only how many there were: which they are tells of the ranking before it is open. */
function tellable(act: string, data: Record<string, string>): Record<string, string> {
  const facts = Object.entries(data);
  if (!act.startsWith("funnel.")) {
    return Object.fromEntries(facts.filter(([name]) => TELLABLE.includes(name)));
  }
  return Object.fromEntries(
    facts
      .filter(([name]) => !AGAINST.includes(name))
      .map(([name, receipts]) => [name, String(receipts.split(" ").length)]),
  );
}
