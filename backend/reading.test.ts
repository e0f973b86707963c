import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { endpoints } from "@/contract/api";
import { perLanguage } from "@/contract/languages";
import { GRANTED_ROLES, ROLES } from "@/contract/roles";
import { evaluationBench } from "@/tests/support/people/evaluation";
import { letters } from "./db/schema/mail";

/* Tests that GET requests change nothing, so that a forged link cannot harm a user. */

const bench = await evaluationBench();
const { db, api, makeUser, edition } = bench;
const { id, owner, number } = await bench.makeSent();
const texts = perLanguage(() => ({ subject: "", text: "" }));
await db.insert(letters).values({ id, editionId: edition.id, texts });

/** Tables that GET requests can change: the audit log records exports and views, and the rate limits count requests. */
const KEPT_BESIDE = ["acts", "rate_limits"];

/** Returns a hash of each table's content. */
async function standing(): Promise<Record<string, unknown>> {
  const tables = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const held: Record<string, unknown> = {};
  for (const { name } of tables.rows) {
    if (KEPT_BESIDE.includes(name)) continue;
    const { rows } = await db.execute(
      sql`select count(*), md5(coalesce(string_agg(t::text, '|' order by t::text), '')) from ${sql.identifier(name)} t`,
    );
    held[name] = rows[0];
  }
  return held;
}

const reading = endpoints.filter(({ method }) => method === "GET" || method === "HEAD");
const pathOf = (template: string) =>
  template
    .replace("{year}", String(edition.year))
    .replace("{template}", "confirm")
    .replace("{number}", number)
    .replace("staff/people/{id}", `staff/people/${owner}`)
    .replaceAll(/\{\w+\}/g, id);

test("no reading endpoint changes stored data for any role", async () => {
  const people = await Promise.all(
    ROLES.map((role) => makeUser({ roles: GRANTED_ROLES.filter((one) => one === role) })),
  );
  const before = await standing();
  expect(Object.keys(before).length).toBeGreaterThan(25);
  const answered = new Set<string>();
  for (const { name, method, path } of reading) {
    for (const { token } of people) {
      const answer = await api(method, pathOf(path), { token });
      await answer.response.arrayBuffer();
      if (answer.status === 200) answered.add(name);
    }
    expect(await standing(), name).toEqual(before);
  }
  // Most endpoints answered with 200, so the test really covers them.
  expect(answered.size).toBeGreaterThan(reading.length / 2);
});
