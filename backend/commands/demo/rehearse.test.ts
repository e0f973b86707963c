import { expect, test } from "vitest";
import type { CheckAnswer } from "@/contract/staff/today";
import { testBackend } from "@/tests/support/servers/backend";
import { dataRequests, users } from "../../db/schema/accounts";
import { projects } from "../../db/schema/applications";
import { decisions, invitations } from "../../db/schema/evaluations";
import { outbox } from "../../db/schema/mail";
import { prepareDemo } from "./prepare-demo";
import { type MOMENTS, rehearse } from "./rehearse";

const { db, deps, api, clock, makeUser } = await testBackend();
clock.now = new Date();
const act = { level: "command", actor: "rehearsal", reason: "to see it", now: clock.now } as const;
const on = (moment: (typeof MOMENTS)[number]) => rehearse(db, deps.config, moment, act);

test("whoever has data of their own cannot rehearse with them", async () => {
  await expect(on("calm")).rejects.toThrow("Only the demo");
});

test("an evening and a week have something in every line that can be planted, and calm takes it away", async () => {
  await prepareDemo(db, deps.config, clock.now);
  const { token } = await makeUser({ roles: ["auditor"] });
  const troubled = async (): Promise<string[]> => {
    const { json } = await api("GET", "wp/v2/staff/today", { token });
    return json.checks
      .filter(({ count }: CheckAnswer) => count > 0)
      .map(({ check }: CheckAnswer) => check);
  };
  const rows = () =>
    Promise.all(
      [users, projects, outbox, decisions, dataRequests, invitations].map((table) =>
        db.$count(table),
      ),
    );
  const before = await rows();
  const calm = await troubled();
  await on("last-evening");
  expect(await troubled()).toEqual(
    expect.arrayContaining([
      ...["mails_stuck", "complete_not_sent", "uploads_refused", "few_readings", "mails_failed"],
      ...["invitations_unanswered", "requests_due"],
    ]),
  );
  // Twice is as once.
  await on("last-evening");
  await on("last-week");
  expect(await troubled()).toEqual(
    expect.arrayContaining([
      ...["few_readings", "evaluators_late", "invitations_unanswered", "requests_due"],
      "decisions_unreleased",
    ]),
  );
  await on("calm");
  expect(await troubled()).toEqual(calm);
  expect(await rows()).toEqual(before);
});
