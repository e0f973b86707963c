import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { dataRequests } from "@/backend/db/schema/accounts";
import { editions, projectEvents, projects, uploads } from "@/backend/db/schema/applications";
import { outbox } from "@/backend/db/schema/mail";
import { EXPIRED } from "@/backend/mail/mail-state";
import { listOf, shownOf } from "@/components/staff/today/attention";
import { romeDay } from "@/contract/deadline";
import { DAY, HOUR, MINUTE } from "@/contract/durations";
import { APPLICATION_STATES } from "@/contract/staff/application-states";
import { APPLICATION_PROBLEMS } from "@/contract/staff/applications";
import type { CheckAnswer } from "@/contract/staff/checks";
import { evaluationBench, five } from "../support/people/evaluation";
import { fullDraft, insertFile } from "../support/people/project";

const bench = await evaluationBench();
const { api, db, clock, edition, makeUser, makeSent, makeEvaluator, freshToken } = bench;
const rita = await makeUser({ roles: ["staff"] });
const [OPENS, CLOSES] = [edition.opensAt.getTime(), edition.closesAt.getTime()];
const ENDS = CLOSES + 30 * DAY;
await db
  .update(editions)
  .set({ evaluationClosesAt: new Date(ENDS) })
  .where(eq(editions.id, edition.id));

/** The API endpoint of each staff page, and a function that counts the rows in its response. */
const ANSWERS = {
  "/dashboard/regia/candidature": ["applications", ({ total }: Counted) => total],
  "/dashboard/regia/email": ["mails", ({ total }: Counted) => total],
  "/dashboard/regia/persone": ["people", ({ total }: Counted) => total],
  "/dashboard/regia/persone/richieste": ["requests", ({ total }: Counted) => total],
  "/dashboard/regia/valutatori": ["evaluators", ({ evaluators }: Counted) => evaluators.length],
} as const;
type Counted = { total: number; evaluators: unknown[] };

/**
 * Create 24 applications. Every third is complete, every fourth has an extended deadline, and every fifth has a refused
 * upload or is withdrawn.
 */
for (let index = 0; index < 24; index += 1) {
  const { id: userId } = await makeUser(index % 8 === 0 ? { emailConfirmedAt: null } : {});
  const [project] = await db
    .insert(projects)
    .values({
      ...{ editionId: edition.id, userId, version: index % 7 },
      fields: index % 3 === 0 ? fullDraft() : { nome: "Filò" },
      extendedUntil: index % 4 === 0 ? new Date(CLOSES + index * 8 * HOUR) : null,
      withdrawnAt: index % 15 === 10 ? clock.now : null,
    })
    .returning();
  const id = project?.id ?? "";
  if (index % 3 === 0)
    for (const field of ["pitch", "video"]) await insertFile(db, id, field as "pitch");
  const refusal = {
    projectId: id,
    type: "file_refused",
    data: { field: "altro_materiale" },
  } as const;
  const broken = { id: randomUUID(), userId, projectId: id, name: "x.mp4", size: 9 };
  if (index % 4 === 1)
    await db.insert(uploads).values({
      ...{ ...broken, field: index % 3 === 0 ? "video" : "logo" },
      ...{ createdAt: new Date(OPENS - DAY), expiresAt: new Date(ENDS) },
    });
  if (index % 5 === 0) await db.insert(projectEvents).values([refusal, refusal]);
  await db.insert(dataRequests).values({
    ...({ userId, kind: "access", note: "?" } as const),
    receivedOn: romeDay(new Date(OPENS + index * 4 * DAY)),
    extension: index % 3 === 0 ? "molte copie" : null,
    answeredOn: index % 4 === 0 ? romeDay(new Date(CLOSES)) : null,
  });
}
await db.insert(dataRequests).values({
  ...({ email: "nessun-account@example.org", kind: "access", note: "?" } as const),
  receivedOn: romeDay(new Date(OPENS + 9 * DAY)),
});
const mail = { recipient: "a@example.org", language: "it", template: "welcome", data: {} } as const;
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE);
await db.insert(outbox).values([
  mail,
  { ...mail, createdAt: ago(9), nextAttemptAt: ago(8) },
  { ...mail, createdAt: ago(9), nextAttemptAt: ago(-9), attempts: 2 },
  // Give the rejected email another recipient. An email that is sent later to the same recipient would show that the
  // address works again, and the rejection would no longer be listed.
  {
    ...{ ...mail, recipient: "b@example.org", createdAt: ago(9), failedAt: ago(8) },
    lastError: "550",
  },
  { ...mail, createdAt: ago(9), failedAt: ago(8), lastError: EXPIRED },
  { ...mail, createdAt: ago(9), sentAt: ago(8) },
]);
const sent = [];
for (let count = 0; count < 5; count += 1) sent.push(await makeSent());
clock.now = new Date(CLOSES + DAY);
for (let read = 0; read <= sent.length; read += 1) {
  const judge = await makeEvaluator();
  const token = await freshToken(judge);
  for (const { id } of sent.slice(0, read)) {
    const body = { scores: five(5, 5, 5, 5, 5) };
    expect((await api("POST", `wp/v2/projects/${id}/evaluation`, { token, body })).status).toBe(
      200,
    );
  }
}
const owner = await makeEvaluator();
await makeSent({ userId: owner.id });
await makeEvaluator({ emailConfirmedAt: null });
await makeEvaluator({ deactivatedAt: clock.now });

test("each count on Today equals the number in the linked list, at any time", async () => {
  const counted = new Map<string, Set<number>>();
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: OPENS, max: ENDS }), async (at) => {
      clock.now = new Date(at);
      const token = await freshToken(rita);
      const { json: today } = await api("GET", "wp/v2/staff/today", { token });
      for (const one of today.checks as CheckAnswer[]) {
        const [path = "", query] = listOf(one)?.split("?") ?? [];
        const answer = ANSWERS[path as keyof typeof ANSWERS];
        if (!answer || !query) continue;
        const { json } = await api("GET", `wp/v2/staff/${answer[0]}?${query}`, { token });
        expect([at, one.check, shownOf(one)]).toEqual([at, one.check, answer[1](json)]);
        counted.set(one.check, (counted.get(one.check) ?? new Set()).add(shownOf(one)));
      }
      const { json: list } = await api("GET", "wp/v2/staff/applications", { token });
      const few = await api("GET", "wp/v2/staff/applications?readings=few", { token });
      const { json: jury } = await api("GET", "wp/v2/staff/evaluators", { token });
      expect(few.json.total).toBe(jury.below);
      const { normal } = today.checks.find(({ check }: CheckAnswer) => check === "few_readings");
      expect([jury.normal, jury.normal_until]).toEqual([normal !== null, normal?.until ?? null]);
      const { begun, complete, sent, changed } = list.states;
      expect(today.applications).toEqual({ begun, complete, sent: sent + changed });
    }),
    {
      numRuns: 25,
      // Always test these instants: the last evening of the call, and days at the end of the evaluation.
      examples: [[CLOSES - HOUR], [CLOSES + 2 * DAY], [ENDS - DAY]],
    },
  );
  // The test is valid only if each check found at least one problem at some instant.
  const some = [...counted].filter(([, counts]) => [...counts].some((count) => count > 0));
  expect(some.map(([check]) => check).sort()).toEqual([
    ...["complete_not_sent", "evaluators_late", "few_readings", "invitations_unanswered"],
    ...["mails_failed", "mails_stuck", "requests_due", "uploads_interrupted", "uploads_refused"],
  ]);
  // Allow more time, because each of the 25 instants needs about fourteen requests.
}, 120_000);

test("each count of applications equals the number that its filter finds", async () => {
  const token = await freshToken(rita);
  const list = async (query: string) =>
    (await api("GET", `wp/v2/staff/applications?${query}`, { token })).json;
  const { states, troubles, extended } = await list("");
  for (const state of APPLICATION_STATES) {
    expect([state, (await list(`state=${state}`)).total]).toEqual([state, states[state]]);
  }
  for (const trouble of APPLICATION_PROBLEMS) {
    expect([trouble, (await list(`trouble=${trouble}`)).total]).toEqual([
      trouble,
      troubles[trouble],
    ]);
  }
  expect((await list("extended=yes")).total).toBe(extended);
  expect([states.withdrawn, extended, troubles.refused].every((count) => count > 0)).toBe(true);
});
