import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { READING_MINUTES } from "@/contract/evaluation/weights";
import { evaluationBench } from "@/tests/support/people/evaluation";
import { peopleOf } from "@/tests/support/people/people";
import { editions } from "../../db/schema/applications";
import { renderMail } from "../../mail/render";
import { inviteEvaluator } from "./invite";

const bench = await evaluationBench();
const { db, clock, edition, makeSent, makeUser } = bench;
const { mailsTo } = peopleOf(bench);

async function invited(email = `${randomUUID()}@example.org`) {
  const person = { email, firstName: "Ada", lastName: "Riva", language: "en" as const };
  await inviteEvaluator(db, person, clock.now);
  const [mail] = await mailsTo(email);
  if (!mail) throw new Error("no mail");
  const { template, language, data } = mail;
  return { data, ...renderMail({ template, language, data } as never, bench.deps.config) };
}

test("an invitation states known amounts of work and dates and omits unknown ones", async () => {
  const early = await invited();
  expect(Object.keys(early.data).sort()).toEqual(["answer_by", "first_name", "token"]);
  expect(early.text).not.toMatch(/Projects sent|Hours|Deadline:|Begins/);
  expect(early.text).toContain("confidential");

  const evaluationOpensAt = new Date("2026-09-30T22:00:00.000Z");
  const evaluationClosesAt = new Date("2026-11-30T23:00:00.000Z");
  await db
    .update(editions)
    .set({ evaluationOpensAt, evaluationClosesAt })
    .where(eq(editions.id, edition.id));
  for (let count = 0; count < 9; count += 1) await makeSent();
  const hours = Math.ceil((9 * READING_MINUTES) / 60);
  const known = await makeUser({ language: "en" });
  for (const { text } of [await invited(), await invited(known.email)]) {
    expect(text).toContain("Projects sent so far: 9");
    expect(text).toContain(`Hours of work, about: ${hours}`);
    expect(text).toContain("Begins: Thursday 1 October 2026");
    expect(text).toContain("Deadline: midnight at the end of Monday 30 November 2026");
    expect(text).toContain("confidential");
  }
  clock.now = new Date("2026-10-02T10:00:00Z");
  expect((await invited()).text).not.toContain("Begins");
});
