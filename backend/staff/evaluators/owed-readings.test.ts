import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { EvaluatorRow } from "@/contract/staff/evaluators";
import type { MatrixEvaluator } from "@/contract/staff/matrix";
import { evaluationBench, five } from "@/tests/support/people/evaluation";
import { editions } from "../../db/schema/applications";
import { invitations } from "../../db/schema/evaluations";
import { outbox } from "../../db/schema/mail";
import { firstRound, firstRoundKey } from "../../editions/rounds";
import { storeReadingPlan } from "../../evaluations/assignment/apply";
import { conflictsIn } from "../../evaluations/conflicts-of-interest";
import { fewReadingsNow, readingProgress, readingState } from "../../evaluations/reading-progress";
import { queueEvaluationReminders } from "../../evaluations/reminders";
import { juryOf } from "../../evaluations/round";

const bench = await evaluationBench({ now: new Date("2026-10-06T12:00:00.000Z") });
const { api, db, deps, clock, edition, makeSent, makeEvaluator, makeUser } = bench;
const { token } = await makeUser({ roles: ["staff"] });
const evaluationClosesAt = new Date("2026-10-13T00:00:00.000Z");
const opens = { evaluationOpensAt: new Date("2026-10-01T00:00:00.000Z"), evaluationClosesAt };
await db.update(editions).set(opens).where(eq(editions.id, edition.id));

const all = five(5, 5, 5, 5, 5);
const sent: string[] = [];
for (let count = 0; count < 7; count += 1) sent.push((await makeSent()).id);
const [a = "", b = "", c = "", d = ""] = sent;
const evaluators = {
  plain: await makeEvaluator({ lastName: "Plain" }),
  recused: await makeEvaluator({ lastName: "Recused" }),
  owner: await makeEvaluator({ lastName: "Owner" }),
  few: await makeEvaluator({ lastName: "Few" }),
  closed: await makeEvaluator({ lastName: "Closed" }),
};
const { plain, recused, owner, few, closed } = evaluators;
await makeSent({ userId: owner.id });
await db.insert(invitations).values({ editionId: edition.id, userId: few.id, capacity: 3 });
await plain.save(a, { scores: all });
for (const one of [recused, few]) {
  await one.save(a, { scores: all });
  await one.save(b, { scores: five(3) });
  expect((await one.recuse(c)).status).toBe(204);
}
await closed.save(a, { scores: all });
expect((await closed.recuse(d)).status).toBe(204);
expect((await closed.close()).status).toBe(200);

/**
 * Returns the number of projects that an evaluator must read and the number still to score, as each page and each email
 * states them.
 */
async function saidOf({ id, email, get }: (typeof evaluators)["plain"]) {
  const staff = async (path: string) => (await api("GET", `wp/v2/staff/${path}`, { token })).json;
  const row: EvaluatorRow = (await staff("evaluators")).evaluators.find(
    (one: EvaluatorRow) => one.id === id,
  );
  const cell: MatrixEvaluator = (await staff("assignment/matrix")).evaluators.find(
    (one: MatrixEvaluator) => one.id === id,
  );
  const { counts } = (await get("projects")).json;
  const round = firstRound({ ...edition, ...opens });
  const everyone = await readingProgress(db, round);
  const conflicts = await conflictsIn(db, round, juryOf(round));
  expect(await readingState(db, round, clock.now, conflicts)).toEqual({
    progress: everyone,
    few: await fewReadingsNow(db, round, clock.now),
  });
  const progress = everyone.find((one) => one.id === id);
  await db.delete(outbox);
  await queueEvaluationReminders(deps, clock.now);
  const [mail] = await db.select().from(outbox).where(eq(outbox.recipient, email));
  return {
    owed: {
      list: row.total,
      matrix: cell.given,
      own: (counts.agreed ?? counts.total) - counts.recused,
      today: progress?.total,
    },
    done: { list: row.read, matrix: cell.done, own: counts.scored },
    left: { today: progress?.left, mail: Number(mail?.data.todo ?? 0) },
  };
}
const same = (owed: number, done: number, isClosed = false) => ({
  owed: { list: owed, matrix: owed, own: owed, today: owed },
  done: { list: done, matrix: done, own: done },
  left: { today: owed - done, mail: isClosed ? 0 : owed - done },
});

test("all pages and emails state the same owed readings without a plan", async () => {
  expect(await saidOf(plain)).toEqual(same(8, 1));
  expect(await saidOf(recused)).toEqual(same(7, 1));
  expect(await saidOf(owner)).toEqual(same(7, 0));
  expect(await saidOf(few)).toEqual(same(3, 1));
  expect(await saidOf(closed)).toEqual(same(7, 1, true));
});

test("all pages and emails state the same owed readings with a plan", async () => {
  await storeReadingPlan(db, firstRoundKey(edition.id), {
    readings: 2,
    readers: { [a]: [plain.id, recused.id], [c]: [recused.id, closed.id], [d]: [owner.id] },
    now: clock.now,
  });
  expect(await saidOf(plain)).toEqual(same(1, 1));
  expect(await saidOf(recused)).toEqual(same(2, 1));
  expect(await saidOf(owner)).toEqual(same(1, 0));
  expect(await saidOf(few)).toEqual(same(2, 1));
  expect(await saidOf(closed)).toEqual(same(2, 1, true));
});
