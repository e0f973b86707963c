import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { textOf, walkOf } from "@/tests/support/browser/walk";
import { secondRoundBench } from "@/tests/support/people/second-round";
import { users } from "../../db/schema/accounts";
import { projects } from "../../db/schema/applications";

/*
 * Tests rule staff.blind in a second round: staff see which evaluators have read projects, but no scores before the
 * round's jury has closed. The test compares all responses in two databases that differ only in the scores of the
 * second round.
 */

/**
 * Paths of the staff endpoints with data about the jury, the applications, or the results, for each round. Excludes
 * endpoints that return times of the database's clock, such as the audit log and emails.
 */
const READS = walkOf({})
  .filter(({ method, path }) => method === "GET" && path.startsWith("wp/v2/staff/"))
  .map(({ path }) => path)
  .filter((path) =>
    /staff\/(evaluators|assignment|figures|applications|selection|agreement|exports|today)(\?|\/(matrix|export)|$)/.test(
      path,
    ),
  );
const VOLATILE = /[0-9a-f]{64}|[0-9a-f]{8}-[0-9a-f-]{27}/g;

async function world(values: readonly [number, number]) {
  const {
    db,
    api,
    bea,
    ada,
    clock,
    toSecondRound,
    makeUser,
    freshToken,
    projects: sent,
  } = await secondRoundBench();
  const cleo = await toSecondRound();
  for (const one of [cleo, bea]) {
    for (const [index, value] of values.entries()) await one.score(sent[index]?.id ?? "", value, 2);
  }
  expect((await cleo.close(2)).status).toBe(200);
  const rita = await makeUser({ roles: ["staff"], lastName: "Neri", email: "rita@example.org" });
  // Give people and applications different names and times. Rows with equal sort values would have a different order in
  // the two databases.
  for (const [index, { id }] of [ada, bea, cleo].entries()) {
    await db
      .update(users)
      .set({ lastName: `Giurata ${index}`, email: `g${index}@example.org` })
      .where(eq(users.id, id));
  }
  for (const [index, { id, owner }] of sent.entries()) {
    const at = new Date(clock.now.getTime() - index * 60_000);
    const row = { savedAt: at, createdAt: at, fields: { nome: `Progetto ${index}` } };
    await db.update(projects).set(row).where(eq(projects.id, id));
    const named = { lastName: `Autrice ${index}`, email: `${index}@example.org` };
    await db.update(users).set(named).where(eq(users.id, owner.id));
  }
  const seen: string[] = [];
  const scores = [1, 2].map(
    (round) => `wp/v2/staff/applications/${sent[0]?.id}/evaluations?round=${round}`,
  );
  for (const path of [...READS, ...scores]) {
    const { response } = await api("GET", path, { token: await freshToken(rita) });
    seen.push(
      `${path.replace(VOLATILE, "ID")} ${(await textOf(response)).replaceAll(VOLATILE, "…")}`,
    );
  }
  return seen;
}

test("no staff response depends on the scores of an open second round, with every round and parameter", async () => {
  const one = await world([9, 2]);
  expect(one).toEqual(await world([1, 8]));
  const of = (start: string) => one.find((text) => text.startsWith(`wp/v2/staff/${start} `));
  expect(of("evaluators?round=2")).toContain("Giurata 2");
  expect(of("evaluators?round=2")).not.toContain("Giurata 0");
  expect(of("evaluators?round=1")).toContain("Giurata 0");
  expect(of("assignment/matrix?round=2")).toContain('"done":2');
  expect(of("selection?round=1")).toContain('"rank":1');
  expect(of("selection?round=2")).toContain('"results":null');
  expect(of("applications/ID/evaluations?round=1")).toContain('"evaluations":[{"number":1');
  expect(of("applications/ID/evaluations?round=2")).toContain("jury_not_closed");
}, 120_000);
