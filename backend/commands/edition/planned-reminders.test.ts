import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { evaluationBench } from "@/tests/support/people/evaluation";
import { fullDraft, insertFile } from "@/tests/support/people/project";
import { editions, projects } from "../../db/schema/applications";
import { outbox } from "../../db/schema/mail";
import { queueEvaluationReminders } from "../../evaluations/reminders";
import { extendDeadline } from "../../project/extend-deadline";
import { queueReminders } from "../../project/reminders/reminders";
import { plannedReminders } from "./planned-reminders";

const { api, db, deps, clock, makeUser, makeSent, makeEvaluator } = await evaluationBench();
const BEGUN = new Date("2026-08-20T10:00:00.000Z");
const PATH = "wp/v2/project";

test("the planned reminders match the queued ones in time, address, and delivery state", async () => {
  clock.now = BEGUN;
  const half = await makeUser();
  await api("POST", PATH, { token: half.token, body: { nome: "Filò" } });
  const whole = await makeUser();
  await api("POST", PATH, { token: whole.token, body: fullDraft() });
  const [mine] = await db.select().from(projects).where(eq(projects.userId, whole.id));
  for (const field of ["pitch", "video"] as const) await insertFile(db, mine?.id ?? "", field);
  const sent = await makeUser();
  await makeSent({ userId: sent.id });
  const evaluator = await makeEvaluator();
  await db.update(editions).set({ evaluationClosesAt: new Date("2026-10-30T23:00:00.000Z") });
  const act = { actor: "test", reason: "trouble", now: BEGUN };
  expect(await extendDeadline(db, half.email, "2026-10-02T18:30", act)).toEqual(
    new Date("2026-10-02T16:30:00.000Z"),
  );

  const [HALF, WHOLE, EVALUATOR] = [
    "reminder_incomplete",
    "reminder_complete",
    "evaluation_reminder",
  ];
  const plan = [
    ["2026-09-24 09:00", "7 d", whole.email, WHOLE],
    ["2026-09-25 18:30", "7 d", half.email, HALF],
    ["2026-09-30 09:00", "1 d", whole.email, WHOLE],
    ["2026-09-30 21:00", "3 h", whole.email, WHOLE],
    ["2026-10-01 18:30", "1 d", half.email, HALF],
    ["2026-10-02 15:30", "3 h", half.email, HALF],
    ["2026-10-24 09:00", "7 d", evaluator.email, EVALUATOR],
    ["2026-10-30 09:00", "1 d", evaluator.email, EVALUATOR],
  ];
  expect(await plannedReminders(db, BEGUN)).toEqual(plan.map((row) => [...row, "planned"]));
  expect(await plannedReminders(db, BEGUN, sent.email)).toEqual([]);

  const night = new Date("2026-09-30T19:00:30.000Z");
  expect(await plannedReminders(db, night, whole.email)).toEqual([
    ["2026-09-30 21:00", "3 h", whole.email, WHOLE, "due now"],
  ]);
  await queueReminders(deps, night);
  await db.update(outbox).set({ sentAt: night }).where(eq(outbox.recipient, whole.email));
  expect(await plannedReminders(db, night, whole.email)).toEqual([
    ["2026-09-30 21:00", "3 h", whole.email, WHOLE, "sent 2026-09-30 21:00"],
  ]);
  await queueReminders(deps, new Date("2026-10-02T13:31:00.000Z"));
  const late = new Date("2026-10-30T10:00:00.000Z");
  await queueEvaluationReminders(deps, late);
  expect(await plannedReminders(db, late)).toEqual([
    ["2026-09-25 18:30", "7 d", half.email, HALF, "queued"],
    ["2026-09-30 21:00", "3 h", whole.email, WHOLE, "sent 2026-09-30 21:00"],
    ["2026-10-02 15:30", "3 h", half.email, HALF, "queued"],
    ["2026-10-30 09:00", "1 d", evaluator.email, EVALUATOR, "queued"],
  ]);
});
