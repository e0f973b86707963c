import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Executor } from "../db/connect";
import { auditEntries } from "../db/schema/audit-log";

/** Number of audit log entries read per query. */
const PAGE = 5_000;

type Row = {
  number: string;
  hashed: string;
  act: string;
  person: string | null;
  words: typeof auditEntries.$inferSelect.words;
  seals: Record<string, string>;
  previous: string;
  sha256: string;
};

export type Verified = {
  lines: number;
  /** The hash of the last entry, which covers all earlier entries. Empty for an empty audit log. */
  head: string;
  /** The problem of the first invalid audit log entry; null if all entries are valid. */
  problem: string | null;
  /** The number of the first invalid audit log entry; null if all entries are valid. */
  brokenAt: number | null;
  /** Whether the audit log's hash chain contains the hash that an operator noted earlier, outside the database. */
  known: boolean;
};

/**
 * Recalculates the audit log's hash chain without the database's own functions. Detects changed, missing, and inserted
 * entries, and texts deleted without an erasure. Only a hash noted outside the database (`noted`) reveals entries
 * missing at the end.
 */
export async function verifyAuditLog(db: Executor, noted = ""): Promise<Verified> {
  const checked: Verified = {
    lines: 0,
    head: "",
    problem: null,
    brokenAt: null,
    known: noted === "",
  };
  const erased = openErasures();
  for (;;) {
    const rows = await readRows(db, checked.lines);
    for (const row of rows) {
      checked.problem = troubleWith(row, checked);
      if (checked.problem) return { ...checked, brokenAt: checked.lines + 1 };
      erased.see(row);
      checked.lines += 1;
      checked.head = row.sha256;
      checked.known ||= row.sha256 === noted;
    }
    if (rows.length < PAGE) break;
  }
  return { ...checked, ...erased.found() };
}

async function readRows(db: Executor, after: number): Promise<Row[]> {
  // Formats each entry in PostgreSQL exactly as the audit log's trigger does, so that the recalculated hash and the
  // stored hash cover identical texts.
  const { rows } = await db.execute<Row>(sql`
    select number, act, target ->> 'user' as person, words, seals, previous, sha256,
      concat_ws(E'\n', number, (extract(epoch from at) * 1000)::bigint, level, coalesce(actor_id::text, ''), act,
        target, data, coalesce(plan, ''), seals, previous) as hashed
    from ${auditEntries} where number > ${after} order by number limit ${PAGE}`);
  return rows;
}

function troubleWith(row: Row, { lines, head }: Verified): string | null {
  const number = Number(row.number);
  if (number !== lines + 1) return `line ${lines + 1} is missing`;
  if (row.previous !== head) return `line ${number} does not follow line ${lines}`;
  if (sha256(row.hashed) !== row.sha256) return `line ${number} has been changed`;
  for (const [kind, word] of Object.entries(row.words)) {
    if (row.seals[kind] !== sha256(`${word.salt}${word.text}`)) {
      return `the ${kind} of line ${number} has been changed`;
    }
  }
  return null;
}

/** Detects texts that were deleted from the audit log without a later entry that records the person's erasure. */
function openErasures() {
  /**
   * For each person: the number of the first audit log entry whose reason is missing, unless a later entry records the
   * person's erasure. Entries about no person have the key null.
   */
  const reasons = new Map<string | null, number>();
  let names = Number.POSITIVE_INFINITY;
  function see({ number, act, person, words, seals }: Row): void {
    if (act === "user.erase") {
      names = Number.POSITIVE_INFINITY;
      if (person) reasons.delete(person);
    }
    if (seals.actor && !words.actor) names = Math.min(names, Number(number));
    if (seals.reason && !words.reason && !reasons.has(person)) reasons.set(person, Number(number));
  }
  function found(): Pick<Verified, "problem" | "brokenAt"> {
    const first = Math.min(names, ...reasons.values());
    if (!Number.isFinite(first)) return { problem: null, brokenAt: null };
    return { problem: `words of line ${first} are gone, and nobody was erased`, brokenAt: first };
  }
  return { see, found };
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
