import { and, eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { REQUIRED_FIELDS } from "@/contract/project-fields";
import type { Draft } from "@/contract/project-schemas";
import { testBackend } from "@/tests/support/backend";
import { fullDraft, insertFile, newPhone } from "@/tests/support/project";
import { consents } from "../db/schema/accounts";
import { editions, projectPeople, projects, submissions } from "../db/schema/applications";
import { outbox } from "../db/schema/mail";
import { projectHash } from "./canonical";
import { normalisePhone } from "./team-rule";

const { api, makeUser, freshToken, makeEdition, db, clock } = await testBackend();
const PATH = "wp/v2/project";
const SEND = `${PATH}/send`;

beforeAll(async () => {
  await makeEdition();
});

/** An account whose application is complete and not sent. */
async function complete(changes: Draft = {}) {
  const user = await makeUser();
  await api("POST", PATH, { token: user.token, body: fullDraft(changes) });
  const [project] = await db.select().from(projects).where(eq(projects.userId, user.id));
  await insertFile(db, project!.id, "pitch", `pitch of ${user.id}`);
  await insertFile(db, project!.id, "video", `video of ${user.id}`);
  return { ...user, projectId: project!.id };
}

const send = (token: string, headers = {}) => api("POST", SEND, { token, headers });
const read = async (token: string) => (await api("GET", PATH, { token })).json;
const mailsOf = (userId: string) => db.select().from(outbox).where(eq(outbox.userId, userId));
const submissionsOf = (projectId: string) =>
  db.select().from(submissions).where(eq(submissions.projectId, projectId));

describe("sending", () => {
  test("a complete application gets a receipt, a mail and its place in the timeline", async () => {
    const { token, id, projectId } = await complete();
    const { status, json } = await send(token, { "If-Match": '"1"', "Idempotency-Key": "k" });
    expect(status).toBe(200);
    expect(json.projectSentAt).toBe(clock.now.toISOString());
    expect(json.receipt.number).toMatch(/^2026-\d{6}$/);
    const answer = await read(token);
    expect(answer).toMatchObject({
      projectSent: true,
      projectSentAt: clock.now.toISOString(),
      projectUnsent: false,
      projectVersion: 1,
    });
    expect(json.receipt.sha256).toBe(projectHash(answer.project));
    const [row] = await submissionsOf(projectId);
    expect(row).toMatchObject({ current: true, version: 1, nome: "Filò", tech: "tech-iot" });
    expect(row?.project).toEqual(answer.project);
    const mails = await mailsOf(id);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ template: "application_sent", language: "it" });
    expect(mails[0]?.data.number).toBe(json.receipt.number);
    const accepted = await db.select().from(consents).where(eq(consents.userId, id));
    expect(accepted).toMatchObject([{ kind: "rules", accepted: true, at: clock.now }]);
    const { json: timeline } = await api("GET", `${PATH}/timeline`, { token });
    expect(timeline.events[0]).toMatchObject({
      type: "sent",
      data: { number: json.receipt.number, version: 1 },
    });
  });

  test("what is missing is named, and nothing is sent", async () => {
    const { token, id } = await makeUser();
    const nothing = await send(token);
    expect([nothing.status, nothing.json.code]).toEqual([422, "project_incomplete"]);
    expect(Object.keys(nothing.json.data.fields)).toEqual([...REQUIRED_FIELDS]);
    await api("POST", PATH, { token, body: fullDraft() });
    const files = await send(token);
    expect(files.json.data.fields).toEqual({ pitch: "required", video: "required" });
    expect((await read(token)).projectSent).toBe(false);
    expect(await mailsOf(id)).toEqual([]);
  });

  test("50 parallel sends: one receipt, one mail, one number", async () => {
    const { token, id, projectId } = await complete();
    const before = await db.select().from(editions);
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(token)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ json }) => JSON.stringify(json))).size).toBe(1);
    expect(await submissionsOf(projectId)).toHaveLength(1);
    expect(await mailsOf(id)).toHaveLength(1);
    const after = await db.select().from(editions);
    expect(after[0]!.receiptCount).toBe(before[0]!.receiptCount + 1);
  });

  test("parallel sends of different applications get numbers without gaps", async () => {
    const users = await Promise.all(Array.from({ length: 8 }, () => complete()));
    const [before] = await db.select().from(editions);
    const answers = await Promise.all(users.map(({ token }) => send(token)));
    const numbers = answers
      .map(({ json }) => Number(json.receipt.number.slice(5)))
      .sort((a, b) => a - b);
    expect(numbers).toEqual(users.map((_, n) => before!.receiptCount + 1 + n));
  });

  test("unchanged it answers the same receipt; changed it makes a new one", async () => {
    const { token, id, projectId } = await complete();
    const first = await send(token);
    expect((await send(token)).json).toEqual(first.json);
    // A save that changes nothing leaves it sent as it is.
    const { project } = await read(token);
    await api("POST", PATH, { token, body: { nome: project.nome } });
    expect(await read(token)).toMatchObject({ projectVersion: 2, projectUnsent: false });
    expect((await send(token)).json).toEqual(first.json);

    await api("POST", PATH, { token, body: { nome: "Filò 2" } });
    expect(await read(token)).toMatchObject({ projectSent: true, projectUnsent: true });
    const second = await send(token);
    expect(second.json.receipt.number > first.json.receipt.number).toBe(true);
    expect(second.json.receipt.sha256).not.toBe(first.json.receipt.sha256);
    expect(await read(token)).toMatchObject({ projectUnsent: false });
    const rows = await submissionsOf(projectId);
    expect(rows.filter(({ current }) => current).map(({ number }) => number)).toEqual([
      second.json.receipt.number,
    ]);
    expect(await mailsOf(id)).toHaveLength(2);
    const { json } = await api("GET", `${PATH}/timeline`, { token });
    expect(json.events[0].type).toBe("sent_again");
  });

  test("changed and changed back is unchanged", async () => {
    const { token } = await complete();
    const first = await send(token);
    await api("POST", PATH, { token, body: { nome: "Altro" } });
    await api("POST", PATH, { token, body: { nome: "Filò" } });
    expect((await send(token)).json).toEqual(first.json);
    expect((await read(token)).projectUnsent).toBe(false);
  });

  test("an old version is refused; a repeated key answers what was sent with it", async () => {
    const { token } = await complete();
    const old = await send(token, { "If-Match": "0", "Idempotency-Key": "key" });
    expect([old.status, old.json.code]).toEqual([412, "version_conflict"]);
    expect(old.json.data.current.projectVersion).toBe(1);
    const first = await send(token, { "If-Match": "1", "Idempotency-Key": "key" });
    await api("POST", PATH, { token, body: { nome: "Dopo" } });
    const again = await send(token, { "If-Match": "1", "Idempotency-Key": "key" });
    expect(again.json).toEqual(first.json);
    const other = await send(token, { "Idempotency-Key": "another" });
    expect(other.json.receipt.number).not.toBe(first.json.receipt.number);
  });

  test.each([
    ["T + grace − 1 ms", 15 * 60_000 - 1, 200],
    ["T + grace", 15 * 60_000, 403],
  ])("at %s a send answers %#", async (_, after, status) => {
    const user = await complete();
    const before = clock.now;
    clock.now = new Date(Date.parse("2026-09-30T22:00:00Z") + after);
    const answer = await send(await freshToken(user));
    clock.now = before;
    expect(answer.status).toBe(status);
    if (status === 403) expect(answer.json.code).toBe("deadline_passed");
  });

  test("an edition that locks refuses changes after sending, and sends the same receipt", async () => {
    const { token } = await complete();
    const first = await send(token);
    await db.update(editions).set({ afterSending: "locked" });
    const save = await api("POST", PATH, { token, body: { nome: "Dopo" } });
    expect([save.status, save.json.code]).toEqual([403, "locked_after_sending"]);
    expect((await send(token)).json).toEqual(first.json);
    expect((await api("DELETE", PATH, { token })).status).toBe(204);
    // Withdrawing is no way around the lock.
    expect((await api("POST", PATH, { token, body: { nome: "Dopo" } })).status).toBe(403);
    expect((await api("POST", `${PATH}/restore`, { token })).status).toBe(200);
    await db.update(editions).set({ afterSending: "editable_until_deadline" });
  });
});

describe("one person, one project", () => {
  test("spellings of one number are one number", () => {
    const spellings = ["333 1234567", "+39 333-123-4567", "0039 333 1234567", "(333) 1234567"];
    expect(new Set(spellings.map(normalisePhone))).toEqual(new Set(["+393331234567"]));
    expect(normalisePhone("+44 20 7946 0958")).toBe("+442079460958");
    expect(normalisePhone("12-34-56")).toBe(normalisePhone("123456"));
  });

  test("nobody of a sent application can be in another one, as contact or as member", async () => {
    const phone = newPhone();
    const first = await complete({ referente_telefono: phone });
    expect((await send(first.token)).status).toBe(200);
    const member = {
      name: "Ada",
      role: "CTO",
      phone: phone.replace("+39 ", "0039"),
      age: "age-30_50" as const,
      info: "gb_ref-web" as const,
    };
    const second = await complete({ team: [member] });
    const refused = await send(second.token);
    expect([refused.status, refused.json.code]).toEqual([409, "person_in_two_projects"]);
    expect((await read(second.token)).projectSent).toBe(false);
    expect(await mailsOf(second.id)).toEqual([]);
    // Withdrawn, the first application holds nobody any more.
    await api("DELETE", PATH, { token: first.token });
    expect((await send(second.token)).status).toBe(200);
    const back = await api("POST", `${PATH}/restore`, { token: first.token });
    expect([back.status, back.json.code]).toEqual([409, "person_in_two_projects"]);
  });

  test("repetition inside one application is fine, and a person who left is free", async () => {
    const [phone, left] = [newPhone(), newPhone()];
    const member = {
      name: "Ada",
      role: "CTO",
      age: "age-30_50" as const,
      info: "gb_ref-web" as const,
    };
    const team = [
      { ...member, phone },
      { ...member, phone: left },
    ];
    const { token, projectId } = await complete({ referente_telefono: phone, team });
    expect((await send(token)).status).toBe(200);
    await api("POST", PATH, { token, body: { team: team.slice(0, 1) } });
    expect((await send(token)).status).toBe(200);
    const people = await db
      .select()
      .from(projectPeople)
      .where(eq(projectPeople.projectId, projectId));
    expect(people.map((person) => person.phone)).toEqual([normalisePhone(phone)]);
    const other = await complete({ referente_telefono: left });
    expect((await send(other.token)).status).toBe(200);
  });

  test("two applications with the same people sent at once: one is sent", async () => {
    const people = [newPhone(), newPhone(), newPhone()];
    const member = { name: "Ada", role: "CTO", age: "age-30_50", info: "gb_ref-web" } as const;
    const pairs = await Promise.all(
      [people, [...people].reverse()].map(([contact, ...team]) =>
        complete({
          referente_telefono: contact!,
          team: team.map((phone) => ({ ...member, phone })),
        }),
      ),
    );
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => send(pairs[n % 2]!.token)),
    );
    const winners = new Set(answers.flatMap(({ status }, n) => (status === 200 ? [n % 2] : [])));
    expect(winners.size).toBe(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
  });
});

describe("withdrawing", () => {
  test("a withdrawn application is shown as not sent, and restoring puts it back", async () => {
    const { token, projectId } = await complete();
    const sent = await send(token);
    expect((await api("DELETE", PATH, { token })).status).toBe(204);
    expect(await read(token)).toMatchObject({
      projectSent: false,
      projectSentAt: null,
      projectUnsent: false,
      projectWithdrawnAt: clock.now.toISOString(),
      project: { nome: "Filò" },
    });
    const current = and(eq(submissions.projectId, projectId), eq(submissions.current, true));
    expect(await db.select().from(submissions).where(current)).toEqual([]);
    expect((await api("DELETE", PATH, { token })).status).toBe(404);

    const restored = await api("POST", `${PATH}/restore`, { token });
    expect(restored.status).toBe(200);
    expect(restored.json).toEqual(await read(token));
    expect(restored.json).toMatchObject({ projectSent: true, projectWithdrawnAt: null });
    expect((await send(token)).json).toEqual(sent.json);
    expect((await api("POST", `${PATH}/restore`, { token })).status).toBe(404);
    const { json } = await api("GET", `${PATH}/timeline`, { token });
    expect(json.events.map(({ type }: { type: string }) => type).slice(0, 2)).toEqual(
      expect.arrayContaining(["restored", "withdrawn"]),
    );
  });

  test("a draft that was never sent can be withdrawn and restored too", async () => {
    const { token } = await makeUser();
    expect((await api("DELETE", PATH, { token })).status).toBe(404);
    expect((await api("POST", `${PATH}/restore`, { token })).status).toBe(404);
    await api("POST", PATH, { token, body: { nome: "Bozza" } });
    expect((await api("DELETE", PATH, { token })).status).toBe(204);
    const restored = await api("POST", `${PATH}/restore`, { token });
    expect(restored.json).toMatchObject({ projectSent: false, project: { nome: "Bozza" } });
  });

  test("a withdrawn application can be sent anew: another receipt", async () => {
    const { token } = await complete();
    const first = await send(token, { "Idempotency-Key": "once" });
    await api("DELETE", PATH, { token });
    const again = await send(token, { "Idempotency-Key": "once" });
    expect(again.status).toBe(200);
    expect(again.json.receipt.number).not.toBe(first.json.receipt.number);
    expect((await read(token)).projectWithdrawnAt).toBeNull();
  });

  test("after the deadline neither", async () => {
    const user = await complete();
    const before = clock.now;
    await send(user.token);
    clock.now = new Date("2026-09-30T22:15:00Z");
    const token = await freshToken(user);
    const answers = [
      await api("DELETE", PATH, { token }),
      await api("DELETE", PATH, { token: (await makeUser()).token }),
    ];
    clock.now = before;
    expect(answers.map(({ json }) => json.code)).toEqual(["deadline_passed", "not_found"]);
  });
});
