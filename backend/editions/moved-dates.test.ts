import { eq, isNull, like, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { editionState } from "@/contract/deadline";
import { testBackend } from "@/tests/support/servers/backend";
import { prepareDemo } from "../commands/demo/prepare-demo";
import { editions, projects } from "../db/schema/applications";
import { outbox } from "../db/schema/mail";
import { extendDeadline } from "../project/extend-deadline";
import { queueReminders } from "../project/reminders/reminders";
import { cloneEdition, closeEdition, openEdition, setDate } from "./administer-editions";
import { findCurrentEdition } from "./edition";

const { api, db, deps, clock, makeUser, makeEdition, freshToken, backend } = await testBackend();
const act = () => ({ actor: "Ada", reason: "prova", now: clock.now });
const PATH = "wp/v2/project";

beforeEach(async () => {
  await db.execute(sql`truncate editions, users, outbox cascade`);
  clock.now = new Date("2026-08-20T10:00:00Z");
});

const currentYear = async () => (await findCurrentEdition(db, clock.now))?.year;

describe("an edition prepared for next year", () => {
  test("a prepared edition changes nothing for applicants of the current one until that one ends", async () => {
    await makeEdition({
      year: 2026,
      evaluationClosesAt: new Date("2026-11-30T23:00:00Z"),
      awardedAt: new Date("2026-12-11T23:00:00Z"),
    });
    const user = await makeUser();
    await api("POST", PATH, { token: user.token, body: { nome: "Filò" } });
    await cloneEdition(db, 2026, 2027, act());
    await cloneEdition(db, 2026, 2028, act());

    const { json } = await api("GET", PATH, { token: user.token });
    expect([json.edition.year, json.project.nome]).toEqual([2026, "Filò"]);
    expect(json.editions[0]).toMatchObject({ year: 2028, state: "not_yet_open" });
    const saved = await api("POST", PATH, { token: user.token, body: { idea: "Lana" } });
    expect(saved.json).toMatchObject({ projectVersion: 2 });
    const index = await backend.fetch(new Request("https://slancio.example/wp-json"));
    expect((await index.json()).edition.year).toBe(2026);
    const evaluator = await makeUser({ roles: ["evaluator"] });
    const list = await api("GET", "wp/v2/projects", { token: evaluator.token });
    expect(list.json.evaluationDeadlineAt).toBe("2026-11-30T23:00:00.000Z");
    const timeline = await api("GET", `${PATH}/timeline`, { token: user.token });
    expect(timeline.json.dates).toContainEqual({
      at: "2026-09-30T22:00:00.000Z",
      type: "deadline",
    });

    clock.now = new Date("2026-12-11T22:00:00Z");
    expect(await currentYear()).toBe(2026);
    clock.now = new Date("2026-12-13T00:00:00Z");
    expect(await currentYear()).toBe(2027);
    clock.now = new Date("2027-06-30T22:00:00Z");
    expect(await currentYear()).toBe(2027);
  });

  test("a prepared edition becomes current after the last deadline extension of the former one", async () => {
    const closesAt = new Date("2026-09-30T22:00:00Z");
    await makeEdition({ year: 2026, closesAt });
    const user = await makeUser();
    await extendDeadline(db, user.email, "2026-10-20", act());
    clock.now = new Date("2026-10-05T10:00:00Z");
    await openEdition(db, 2027, { from: "2027-07-01", until: "2027-09-30" }, act());
    expect(await currentYear()).toBe(2026);
    const token = await freshToken(user);
    expect((await api("POST", PATH, { token, body: { nome: "Filò" } })).status).toBe(200);
    clock.now = new Date("2026-10-22T10:00:00Z");
    expect(await currentYear()).toBe(2027);
  });

  test("an edition that opens immediately becomes current immediately", async () => {
    await makeEdition({ year: 2026 });
    await openEdition(db, 2027, { from: "2026-08-20", until: "2027-09-30" }, act());
    expect(await currentYear()).toBe(2027);
  });

  test("a new start does not seed the demo into a prepared edition", async () => {
    await prepareDemo(db, deps.config, clock.now);
    await cloneEdition(db, 2026, 2027, act());
    await prepareDemo(db, deps.config, clock.now);
    const [next] = await db.select().from(editions).where(eq(editions.year, 2027));
    expect(await db.$count(projects, eq(projects.editionId, next?.id ?? ""))).toBe(0);
  });
});

describe("an unsent reminder", () => {
  const waiting = () =>
    db
      .select({ template: outbox.template, data: outbox.data, to: outbox.recipient })
      .from(outbox)
      .where(isNull(outbox.sentAt))
      .orderBy(outbox.createdAt);

  async function reminded() {
    const user = await makeUser();
    await api("POST", PATH, { token: user.token, body: { nome: "Filò" } });
    clock.now = new Date("2026-09-29T22:00:01Z");
    expect(await queueReminders(deps, clock.now)).toBe(1);
    return user;
  }

  test("an unsent reminder is withdrawn when the deadline moves, and queued again for the new deadline", async () => {
    const edition = await makeEdition();
    await reminded();
    await setDate(db, edition.year, "closes", "2026-10-02", act());
    expect(await waiting()).toEqual([]);
    expect(await queueReminders(deps, clock.now)).toBe(1);
    expect((await waiting())[0]?.data.deadline).toBe("2026-10-02T22:00:00.000Z");
    await setDate(db, edition.year, "closes", "2026-09-30", act());
    expect(await queueReminders(deps, clock.now)).toBe(1);
    expect((await waiting()).map(({ data }) => data.deadline)).toEqual([
      "2026-09-30T22:00:00.000Z",
    ]);
  });

  test("a sent reminder is not queued again when the deadline moves away and back", async () => {
    const edition = await makeEdition();
    await reminded();
    await db.update(outbox).set({ sentAt: clock.now }).where(like(outbox.dedupeKey, "reminder:%"));
    await setDate(db, edition.year, "closes", "2026-10-20", act());
    await setDate(db, edition.year, "closes", "2026-09-30", act());
    expect(await queueReminders(deps, clock.now)).toBe(0);
  });

  test("an applicant with a deadline extension receives no reminder with the general or a shorter deadline", async () => {
    await makeEdition();
    const user = await reminded();
    await extendDeadline(db, user.email, "2026-10-10", act());
    await extendDeadline(db, user.email, "2026-10-12", act());
    expect(await waiting()).toEqual([
      {
        template: "deadline_extended",
        to: user.email,
        data: { first_name: "Giulia", deadline: "2026-10-12T22:00:00.000Z" },
      },
    ]);
    expect(await queueReminders(deps, clock.now)).toBe(0);
    clock.now = new Date("2026-10-06T07:00:01Z");
    expect(await queueReminders(deps, clock.now)).toBe(1);
    expect((await waiting()).at(-1)?.data.deadline).toBe("2026-10-12T22:00:00.000Z");
  });

  test("an evaluator's unsent reminder is withdrawn when the end of the evaluation moves", async () => {
    const edition = await makeEdition({ evaluationClosesAt: new Date("2026-11-30T23:00:00Z") });
    const user = await makeUser({ roles: ["evaluator"] });
    const dedupeKey = `evaluation_reminder:${edition.year}:2026-11-30T23:00:00.000Z:24:${user.id}`;
    const data = { first_name: "Ada", todo: "3", deadline: "2026-11-30T23:00:00.000Z" };
    await db.insert(outbox).values({
      ...{ template: "evaluation_reminder", recipient: user.email, language: "it" },
      ...{ userId: user.id, data, dedupeKey },
    });
    await setDate(db, edition.year, "evaluation-opens", "2026-10-01", act());
    expect(await waiting()).toHaveLength(1);
    await setDate(db, edition.year, "evaluation-closes", "2026-12-05", act());
    expect(await waiting()).toEqual([]);
  });
});

test("an edition closed by command ends at the minute that its pages display", async () => {
  const { year } = await makeEdition();
  clock.now = new Date("2026-08-20T10:41:52.345Z");
  const closed = await closeEdition(db, year, act());
  expect(closed.closesAt.toISOString()).toBe("2026-08-20T10:41:00.000Z");
  const { token } = await makeUser();
  const { json } = await api("GET", PATH, { token });
  expect([json.editions[0].state, json.projectDeadline]).toEqual(["closed", false]);
  expect(editionState(closed, new Date("2026-08-20T10:41:30Z"))).toBe("closed");
  const saved = await api("POST", PATH, { token, body: { nome: "Nella grazia" } });
  expect(saved.status).toBe(200);
  await expect(closeEdition(db, year, act())).rejects.toThrow("is already closed");
});

describe("contradictory dates", () => {
  test("a deadline extension into the past is refused", async () => {
    await makeEdition();
    const user = await makeUser();
    clock.now = new Date("2026-10-10T10:00:00Z");
    const late = extendDeadline(db, user.email, "2026-10-07", act());
    await expect(late).rejects.toThrow("An extension through 7 October 2026 would already be over");
    expect(await db.$count(outbox)).toBe(0);
  });

  test("a deadline after the end of the evaluation or after the winners is refused", async () => {
    const { year } = await makeEdition({ evaluationClosesAt: new Date("2026-11-30T23:00:00Z") });
    const late = setDate(db, year, "closes", "2026-12-01", act());
    await expect(late).rejects.toThrow("after evaluation-closes: move that first.");
    const early = setDate(db, year, "awarded", "2026-09-01", act());
    await expect(early).rejects.toThrow("after awarded: move that first.");
    await setDate(db, year, "closes", "2026-11-30", act());
  });

  test("a start of the evaluation before the deadline is refused", async () => {
    const { year } = await makeEdition();
    const early = setDate(db, year, "evaluation-opens", "2026-09-30", act());
    await expect(early).rejects.toThrow("after evaluation-opens: move that first.");
    await setDate(db, year, "evaluation-opens", "2026-10-01", act());
    const late = setDate(db, year, "closes", "2026-10-01", act());
    await expect(late).rejects.toThrow("after evaluation-opens: move that first.");
  });
});
