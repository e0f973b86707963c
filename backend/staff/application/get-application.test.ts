import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { ActivityEntry, Application } from "@/contract/staff/application";
import { evaluationBench, five } from "@/tests/support/people/evaluation";
import { files, projectPeople, projects } from "../../db/schema/applications";
import { mailPause, outbox } from "../../db/schema/mail";
import { EXPIRED } from "../../mail/mail-state";
import { extendDeadline } from "../../project/extend-deadline";
import { recordEvent } from "../../project/timeline";

const { db, api, clock, edition, makeUser, makeSent, sendAgain, makeEvaluator } =
  await evaluationBench();
const { token } = await makeUser({ roles: ["auditor"] });
const read = async (id: string, by = token) => {
  const { status, json } = await api("GET", `wp/v2/staff/applications/${id}`, { token: by });
  return { status, json: json as Application };
};

test("an application returns 404 for an unknown id and for callers without access", async () => {
  for (const id of ["x", randomUUID()]) expect((await read(id)).status).toBe(404);
  const { id, owner } = await makeSent();
  expect((await read(id)).status).toBe(200);
  const stranger = await makeUser({ roles: ["evaluator"] });
  expect((await read(id, stranger.token)).status).toBe(404);
  expect(owner).toBeDefined();
});

test("the activity has events, files, staff actions with reasons, and emails with their state", async () => {
  const person = await makeUser({ email: "filo@example.org" });
  const { id } = await makeSent({ userId: person.id, fields: { nome: "Filò" } });
  const at = (minutes: number) => new Date(clock.now.getTime() + minutes * 60_000);
  await recordEvent(db, id, "sent", at(1), { number: "2026-000087" });
  await recordEvent(db, id, "file_refused", at(2), { field: "video", name: "due.mov" });
  const act = { actor: "Rita Neri", reason: "Linea caduta", now: at(3) };
  await extendDeadline(db, person.email, "2026-10-05", act);
  const mail = { userId: person.id, recipient: person.email, language: "it" as const, data: {} };
  await db.insert(outbox).values([
    { ...mail, template: "new_device", createdAt: at(4), sentAt: at(5), attempts: 2 },
    { ...mail, template: "password_changed", createdAt: at(-9e5) },
    {
      ...mail,
      projectId: id,
      template: "reminder_complete",
      createdAt: at(6),
      failedAt: at(7),
      attempts: 10,
      lastError: "EENVELOPE RCPT TO 550",
    },
  ]);
  await db
    .update(projects)
    .set({ createdAt: at(0) })
    .where(eq(projects.id, id));

  const { json } = await read(id);
  const brief = (one: ActivityEntry) => {
    if (one.kind === "event") return [one.lane, one.type];
    if (one.kind === "act") return [one.lane, one.act, one.who, one.reason];
    return [one.lane, one.state, one.says];
  };
  const ours = json.happened.filter(({ at }) => at < "2026-08-21");
  expect(ours.map(brief)).toEqual([
    ["mail", "failed", "EENVELOPE RCPT TO 550"],
    ["mail", "sent", null],
    ["staff", "edition.extend", "Rita Neri", "Linea caduta"],
    ["file", "file_refused"],
    ["person", "sent"],
  ]);
  // The email about the extension is dated by the database's clock, so the test checks only the number of emails.
  expect(json.happened.filter(({ lane }) => lane === "mail").length).toBe(3);
  expect(json.deadline_at).toBe("2026-10-05T22:00:00.000Z");
  expect(json.closes_at).toBe("2026-09-30T22:00:00.000Z");
  expect(JSON.stringify(json.happened)).not.toContain('"token"');
});

test("an outdated email is not called rejected, and a paused one is not called stuck", async () => {
  const { id } = await makeSent();
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const mail = { projectId: id, recipient: "a@example.org", language: "it" as const, data: {} };
  await db.insert(outbox).values([
    { ...mail, template: "reminder_complete", createdAt: ago(30), nextAttemptAt: ago(30) },
    {
      ...{ ...mail, template: "reminder_complete", createdAt: ago(40) },
      ...{ failedAt: ago(39), lastError: EXPIRED },
    },
  ]);
  const told = async () =>
    (await read(id)).json.happened.flatMap((one) =>
      one.kind === "mail" ? [[one.state, one.says]] : [],
    );
  expect(await told()).toEqual([
    ["stuck", null],
    ["expired", null],
  ]);
  await db.insert(mailPause).values({});
  expect(await told()).toEqual([
    ["waiting", null],
    ["expired", null],
  ]);
  await db.delete(mailPause);
});

test("a version lists its changes, and the draft lists only the names of changed fields", async () => {
  const { id } = await makeSent({ fields: { nome: "Filò", obiettivi: "venti laboratori" } });
  await sendAgain(id, {
    fields: { nome: "Filò", obiettivi: "quaranta laboratori" },
    sentAt: new Date(clock.now.getTime() + 60_000),
  });
  await db
    .update(projects)
    .set({ fields: { nome: "Filò", obiettivi: "un segreto" } })
    .where(eq(projects.id, id));
  const { json } = await read(id);
  const changed = (field: string) => json.versions[0]?.changes.find((one) => one.field === field);
  expect(json.versions.map(({ current }) => current)).toEqual([true, false]);
  expect(changed("obiettivi")).toEqual({
    field: "obiettivi",
    before: "venti laboratori",
    after: "quaranta laboratori",
  });
  expect(changed("nome")).toBeUndefined();
  expect(json.versions[1]?.changes).toEqual([]);
  expect(json.draft_changes).toContain("obiettivi");
  expect(JSON.stringify(json)).not.toContain("un segreto");
});

test("a file that only a submission contains is marked", async () => {
  const { id } = await makeSent();
  const file = { projectId: id, size: 9, type: "application/pdf", sha256: "a" };
  await db.insert(files).values([
    { ...file, field: "pitch", name: "now.pdf", pages: 14 },
    { ...file, field: "pitch", name: "then.pdf", detachedAt: clock.now },
  ]);
  const { json } = await read(id);
  const kept = json.files.map(({ name, in_draft, pages }) => [name, in_draft, pages]);
  expect(kept.toSorted()).toEqual([
    ["now.pdf", true, 14],
    ["then.pdf", false, null],
  ]);
});

test("coverage appears after three evaluators have begun, only as counts", async () => {
  const { id } = await makeSent();
  const other = await makeSent();
  const evaluators = [await makeEvaluator(), await makeEvaluator(), await makeEvaluator()];
  const [first, second, third] = evaluators;
  await first?.save(id, { scores: five(7, 7, 7, 7, 7) });
  await second?.save(id, { scores: five(3) });
  expect((await read(id)).json.coverage).toBeNull();
  await third?.save(other.id, { scores: five(1) });
  expect((await read(id)).json.coverage).toMatchObject({ read: 1, begun: 1, recused: 0 });
  await third?.recuse(id);
  expect((await read(id)).json.coverage).toMatchObject({ read: 1, begun: 1, recused: 1 });
});

test("an application names the sent ones that have a phone number of its draft, but not itself", async () => {
  const [draft, contact, member, other] = [
    await makeSent(),
    await makeSent(),
    await makeSent(),
    await makeSent(),
  ];
  const names = { [contact.id]: "Balia", [member.id]: "Zolla", [other.id]: "Borgo" };
  const phones = ["+393401112233", "+393404445566", "+393407778899"];
  for (const [index, [id, nome]] of Object.entries(names).entries()) {
    await db.update(projects).set({ fields: { nome } }).where(eq(projects.id, id));
    const phone = phones[index] ?? "";
    await db.insert(projectPeople).values({ editionId: edition.id, phone, projectId: id });
  }
  // The application `draft` has this phone number itself, so the number does not count as shared.
  await db
    .insert(projectPeople)
    .values({ editionId: edition.id, phone: "+393400000001", projectId: draft.id });
  const shared = async (fields: object) => {
    await db.update(projects).set({ fields }).where(eq(projects.id, draft.id));
    const { json } = await read(draft.id);
    return json.shared_phones.map(({ id, name }) => [id, name]).toSorted();
  };
  const person = { name: "Ada Rossi", role: "", age: "", info: "" };
  expect(await shared({ referente_telefono: "340 000 0001" })).toEqual([]);
  expect(
    await shared({
      referente_telefono: "340 111 2233",
      team: [{ ...person, phone: "+39 340 444 55 66" }],
    }),
  ).toEqual(
    [
      [contact.id, "Balia"],
      [member.id, "Zolla"],
    ].toSorted(),
  );
  await db.update(projects).set({ erasedAt: clock.now }).where(eq(projects.id, draft.id));
  expect((await read(draft.id)).json.shared_phones).toEqual([]);
});
