import { like } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { testBackend } from "@/tests/support/servers/backend";
import { users } from "../../db/schema/accounts";
import { projects } from "../../db/schema/applications";
import { outbox } from "../../db/schema/mail";
import { queueBeginReminders } from "./begin-reminders";

const { api, db, deps, clock, makeUser, makeEdition } = await testBackend();
const edition = await makeEdition();
const DAY = 86_400_000;
const before = (days: number) => new Date(edition.closesAt.getTime() - days * DAY);
const EARLY = new Date("2026-08-01T10:00:00.000Z");

beforeEach(async () => {
  await db.delete(outbox);
  await db.delete(projects);
  await db.delete(users);
  clock.now = new Date("2026-08-20T10:00:00.000Z");
});

async function remindedAt(now: Date): Promise<string[]> {
  await queueBeginReminders(deps, now);
  const rows = await db.select().from(outbox).where(like(outbox.template, "reminder_begin"));
  return rows.map(({ recipient }) => recipient);
}

test("a person without an application is reminded once, in the last week", async () => {
  const { email } = await makeUser({ createdAt: EARLY });
  expect(await remindedAt(before(8))).toEqual([]);
  expect(await remindedAt(before(6))).toEqual([email]);
  expect(await remindedAt(before(5))).toEqual([email]);
});

test("other accounts, such as closed or new ones, are not reminded to begin", async () => {
  const closed = { deactivatedAt: EARLY };
  for (const values of [
    { emailConfirmedAt: null },
    closed,
    { evaluator: true },
    ...(["staff", "director", "auditor"] as const).map((role) => ({ roles: [role] })),
    { interest: "academy" },
  ]) {
    await makeUser({ createdAt: EARLY, ...values });
  }
  await makeUser({ createdAt: before(1) });
  const { token } = await makeUser({ createdAt: EARLY });
  await api("POST", "wp/v2/project", { token, body: { nome: "Filò" } });
  expect(await remindedAt(before(6))).toEqual([]);
});

test("no person is reminded to begin when it is too late", async () => {
  await makeUser({ createdAt: EARLY });
  expect(await remindedAt(before(1))).toEqual([]);
});
