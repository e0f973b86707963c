import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { emptyDatabase } from "@/tests/support/servers/database";
import { connect } from "../db/connect";
import { knownMigrations, migrateDatabase } from "../db/migrate";
import { auditEntries } from "../db/schema/audit-log";
import { closedByCommand } from "../editions/closed-by-command";
import { describeLog } from "../editions/describe-editions";
import { describeLog as selectionLog } from "../selection/describe";
import { isAbout } from "./entries";
import { describeAuditEntries } from "./read-entries";
import { verifyAuditLog } from "./verify-entries";

const url = await emptyDatabase();
const { db, close } = connect(url);
afterAll(close);

test("the migration keeps the entries of both former logs, and the hash chain begins with them", async () => {
  const known = await knownMigrations();
  await migrateDatabase(url, known[known.findIndex((tag) => tag.endsWith("_acts")) - 1]);
  const [edition, ada, gone, evaluator] = [1, 2, 3, 4].map(() => randomUUID());
  await db.execute(sql`insert into editions (id, year, opens_at, closes_at)
    values (${edition}, 2026, '2026-07-01', '2026-12-01')`);
  for (const [id, email, erased] of [
    [ada, "ada@example.org", null],
    [gone, `${gone}@erased.invalid`, "2026-09-09"],
    [evaluator, "judge@example.org", null],
  ]) {
    await db.execute(sql`insert into users (id, email, first_name, last_name, erased_at)
      values (${id}, ${email}, 'A', 'B', ${erased})`);
  }
  const log = (at: string, actor: string, action: string, data: object, reason = "perché") =>
    db.execute(sql`insert into edition_log (edition_id, at, actor, action, reason, data)
      values (${edition}, ${at}, ${actor}, ${action}, ${reason}, ${JSON.stringify(data)})`);
  await log("2026-07-02", "Rita", "extend", { email: "ada@example.org", until: "2026-12-31" });
  await log("2026-07-01", "configuration", "configured", { from: "a", until: "b" }, "EDITION_YEAR");
  await log("2026-07-03", "Rita", "extend", {
    email: `${gone}@erased.invalid`,
    until: "2027-01-01",
  });
  await log("2026-07-04", "Rita", "extend", {
    email: "nobody@erased.invalid",
    until: "2027-01-02",
  });
  await log("2026-07-05", "Rita", "remove", { year: "2031" });
  await log("2026-07-06", "Rita", "evaluation_reopened", {
    evaluator: evaluator,
    sha256: "f".repeat(64),
  });
  await log("2026-07-07", "Rita", "funnel_corrected", { "winner selected": "2026-000001" });
  await log("2026-07-08", "Rita", "close", { at: "2026-07-08 10:00" });
  for (const [at, user, action] of [
    ["2026-07-09", evaluator, "grant evaluator despite a conflict of interest"],
    ["2026-07-09", evaluator, "reset second factor"],
    ["2026-07-10", gone, "erase"],
    ["2026-07-11", gone, "reactivate"],
  ]) {
    await db.execute(sql`insert into account_log (user_id, at, actor, action, reason)
      values (${user}, ${at}, 'Rita', ${action}, 'perché')`);
  }
  await migrateDatabase(url);

  const said = (rows: string[][]) => rows.map(([, ...row]) => row);
  expect(said(await describeLog(db, 2026))).toEqual([
    ["Rita", "edition close 2026-07-08 10:00", "perché"],
    ["Rita", "funnel correct 2026-000001", "perché"],
    ["Rita", `evaluation reopen judge@example.org ${"f".repeat(64)}`, "perché"],
    ["Rita", "edition extend 2027-01-02", "perché"],
    ["Rita", `edition extend ${gone}@erased.invalid 2027-01-01`, ""],
    ["Rita", "edition extend ada@example.org 2026-12-31", "perché"],
    ["configuration", "edition configured a b", "EDITION_YEAR"],
  ]);
  expect(said(await describeLog(db, 2031))).toEqual([["Rita", "edition remove", "perché"]]);
  expect(
    said(await describeAuditEntries(db, isAbout({ user: evaluator ?? "" })))
      .slice(0, 2)
      .sort(),
  ).toEqual([
    ["Rita", "user grant judge@example.org evaluator a conflict of interest", "perché"],
    ["Rita", "user second-factor-reset judge@example.org", "perché"],
  ]);
  const ofErased = await db
    .select()
    .from(auditEntries)
    .where(isAbout({ user: gone ?? "" }))
    .orderBy(auditEntries.number);
  expect(ofErased.map(({ act, words }) => [act, words.reason?.text])).toEqual([
    ["edition.extend", undefined],
    ["user.erase", "perché"],
    ["user.reactivate", undefined],
  ]);
  expect((await selectionLog(db, edition ?? ""))[1]?.at(-1)).toBe("winner selected: 2026-000001");
  expect(await closedByCommand(db, edition ?? "")).toMatchObject({ actor: "Rita" });
  expect(await db.$count(auditEntries, eq(auditEntries.level, "configuration"))).toBe(1);
  expect(await verifyAuditLog(db)).toMatchObject({ lines: 12, problem: null });
});
