import { randomUUID } from "node:crypto";
import { eq, type SQL, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { behindTheBack as unseen } from "@/tests/support/people/evaluation";
import { testBackend } from "@/tests/support/servers/backend";
import { connect } from "../db/connect";
import { auditEntries } from "../db/schema/audit-log";
import { type AuditEntry, appendAuditEntry, appendErasureEntry } from "./entries";
import { verifyAuditLog } from "./verify-entries";

const { db, deps, clock, makeUser } = await testBackend();
const by = (reason = "perché sì", actor = "Rita Neri") => ({ actor, reason, now: clock.now });
const about = (user: string): AuditEntry => ({
  act: "edition.extend",
  target: { edition: randomUUID(), year: "2026", user },
  data: { until: "2026-10-07", "pre_selected selected": '2026-000001 è "qui"' },
});
const lines = () => db.select().from(auditEntries).orderBy(auditEntries.number);
/** Returns the database's error message for a refused statement. */
const refusal = (statement: SQL) =>
  db.execute(statement).then(
    () => "done",
    (error) => String(error.cause.message),
  );
/** Runs a statement without the triggers, like an attacker with full database access. */
const behindTheBack = (statement: SQL) => unseen(db, (tx) => tx.execute(statement));

beforeEach(async () => {
  await behindTheBack(sql`delete from ${auditEntries}`);
});

describe("the hash chain", () => {
  test("verification of an empty audit log reports no problem", async () => {
    expect(await verifyAuditLog(db)).toEqual({
      ...{ lines: 0, head: "", known: true },
      ...{ problem: null, brokenAt: null },
    });
  });

  test("the hash chain has no forks and no gaps after concurrent writes by several instances", async () => {
    const nodes = [1, 2, 3].map(() => connect(deps.config.DATABASE_URL, { max: 4 }));
    for (let round = 0; round < 5; round += 1) {
      const many = Array.from({ length: 24 }, async (_, i) => {
        const node = nodes[i % nodes.length]?.db ?? db;
        const words = by(i % 3 === 0 ? "" : `perché ${i} 🌧\n`, i % 4 === 0 ? "" : `Nodo ${i}`);
        // A seventh of the transactions roll back, a sixth write two entries, and a fifth wait some milliseconds.
        const work = node.transaction(async (tx) => {
          await appendAuditEntry(tx, words, about(randomUUID()));
          if (i % 5 === 0) await tx.execute(sql`select pg_sleep(random() * 0.02)`);
          if (i % 6 === 0) await appendAuditEntry(tx, words, { act: "mail.retry", target: {} });
          if (i % 7 === 0) throw new Error("thought better of it");
        });
        await work.catch((error) => expect(String(error)).toContain("thought better"));
      });
      await Promise.all(many);
    }
    const all = await lines();
    expect(all.map(({ number }) => number)).toEqual(all.map((_, i) => i + 1));
    expect(all.map(({ previous }) => previous)).toEqual([
      "",
      ...all.slice(0, -1).map(({ sha256 }) => sha256),
    ]);
    expect(await verifyAuditLog(db)).toMatchObject({
      lines: 5 * (24 - 4 + 3),
      head: all.at(-1)?.sha256,
      problem: null,
    });
    for (const { close } of nodes) await close();
  });

  test("the database and the verification compute the same hash", async () => {
    await appendAuditEntry(
      db,
      { ...by(), level: "owner", actorId: randomUUID(), plan: "p" },
      about("x"),
    );
    const { rows } = await db.execute<{ own: string }>(
      sql`select act_sha256(acts) as own from acts`,
    );
    const { head, problem } = await verifyAuditLog(db);
    expect([rows[0]?.own, problem]).toEqual([head, null]);
  });

  test("a noted hash shows whether entries at the end were deleted", async () => {
    await appendAuditEntry(db, by(), about(randomUUID()));
    await appendAuditEntry(db, by(), about(randomUUID()));
    const { head } = await verifyAuditLog(db);
    await appendAuditEntry(db, by(), about(randomUUID()));
    expect(await verifyAuditLog(db, head)).toMatchObject({ problem: null, known: true });
    await behindTheBack(sql`delete from ${auditEntries} where number > 1`);
    expect(await verifyAuditLog(db, head)).toMatchObject({ lines: 1, problem: null, known: false });
  });
});

describe("append-only audit log", () => {
  test.each([
    ["UPDATE", sql`update acts set data = '{}'`],
    ["UPDATE", sql`update acts set words = '{}'`],
    ["UPDATE", sql`update acts set words = words - 'reason'`],
    ["UPDATE", sql`update acts set at = at + interval '1 second'`],
    ["DELETE", sql`delete from acts`],
    ["TRUNCATE", sql`truncate acts`],
  ])(
    "the database refuses %s of the audit log, also to the table's owner",
    async (kind, statement) => {
      await appendAuditEntry(db, by(), about(randomUUID()));
      const before = await lines();
      expect(await refusal(statement)).toBe(
        `the journal is append-only: ${kind} of acts is refused`,
      );
      expect(await lines()).toEqual(before);
    },
  );

  test("the database refuses a second entry after the same predecessor", async () => {
    await appendAuditEntry(db, by(), about(randomUUID()));
    const fork = sql`insert into acts select 7, at, level, actor_id, act, target, data, plan, words, seals, previous, 'x' from acts`;
    expect(await refusal(fork)).toContain("acts_previous_unique");
  });
});

describe("a manipulated audit log", () => {
  const ALTERED = [
    [
      "actor",
      sql`jsonb_set(words, '{actor,text}', '"Altri"')`,
      "words",
      "the actor of line 2 has been changed",
    ],
    [
      "reason",
      sql`jsonb_set(words, '{reason,text}', '"altro"')`,
      "words",
      "the reason of line 2 has been changed",
    ],
    [
      "removed reason",
      sql`words - 'reason'`,
      "words",
      "words of line 2 are gone, and nobody was erased",
    ],
    [
      "removed name",
      sql`words - 'actor'`,
      "words",
      "words of line 2 are gone, and nobody was erased",
    ],
    ["data", sql`'{"until": "2026-12-31"}'::jsonb`, "data", "line 2 has been changed"],
    ["target", sql`'{}'::jsonb`, "target", "line 2 has been changed"],
    ["action", sql`'edition.close'`, "act", "line 2 has been changed"],
    ["time", sql`at + interval '1 ms'`, "at", "line 2 has been changed"],
    ["hash", sql`repeat('0', 64)`, "sha256", "line 2 has been changed"],
    ["number", sql`9`, "number", "line 2 is missing"],
  ] as const;
  test.each(ALTERED)(
    "verification detects a changed entry: %s",
    async (_what, value, column, problem) => {
      for (const _ of [1, 2, 3]) await appendAuditEntry(db, by(), about(randomUUID()));
      await behindTheBack(
        sql`update acts set ${sql.identifier(column)} = ${value} where number = 2`,
      );
      expect((await verifyAuditLog(db)).problem).toBe(problem);
    },
  );

  test("verification detects a deleted entry, and one rewritten with a matching hash", async () => {
    for (const _ of [1, 2, 3, 4]) await appendAuditEntry(db, by(), about(randomUUID()));
    await behindTheBack(sql`update acts set data = '{}' where number = 3`);
    await behindTheBack(sql`update acts set sha256 = act_sha256(acts) where number = 3`);
    expect((await verifyAuditLog(db)).problem).toBe("line 4 does not follow line 3");
    await behindTheBack(sql`delete from acts where number = 2`);
    expect((await verifyAuditLog(db)).problem).toBe("line 2 is missing");
  });
});

describe("erasure in the audit log", () => {
  test("an erasure removes names and reasons about the person, and the hash chain stays intact", async () => {
    const [ada, zoe] = [await makeUser(), await makeUser()];
    await appendAuditEntry(db, by("Ada had no power"), about(ada.id));
    await appendAuditEntry(db, by("Zoe had no power"), about(zoe.id));
    await appendAuditEntry(db, by("asked for it", ada.email), { act: "mail.retry", target: {} });
    const { head } = await verifyAuditLog(db);
    await db.transaction((tx) => appendErasureEntry(tx, by("she asked", "Rita"), ada));
    expect((await lines()).map(({ words }) => [words.actor?.text, words.reason?.text])).toEqual([
      ["Rita Neri", undefined],
      ["Rita Neri", "Zoe had no power"],
      [undefined, "asked for it"],
      ["Rita", "she asked"],
    ]);
    expect(JSON.stringify(await lines())).not.toContain(ada.email);
    expect(await verifyAuditLog(db, head)).toMatchObject({ lines: 4, problem: null, known: true });
  });

  test("an erasure permits no change of other entries", async () => {
    const [ada, zoe] = [await makeUser(), await makeUser()];
    for (const { id } of [ada, zoe]) await appendAuditEntry(db, by(), about(id));
    await db.transaction((tx) => appendErasureEntry(tx, by(), ada));
    await appendAuditEntry(db, by(), about(ada.id));
    const refused = "the journal is append-only: UPDATE of acts is refused";
    for (const [number, words] of [
      [2, sql`words - 'reason'`],
      [4, sql`words - 'reason'`],
      [1, sql`jsonb_set(words, '{actor,text}', '"Altri"')`],
      [1, sql`words || '{"reason": {"text": "altro", "salt": ""}}'`],
    ] as const) {
      const change = sql`update acts set words = ${words} where number = ${number}`;
      expect(await refusal(change)).toBe(refused);
    }
    expect(await db.$count(auditEntries, eq(auditEntries.act, "user.erase"))).toBe(1);
  });
});
