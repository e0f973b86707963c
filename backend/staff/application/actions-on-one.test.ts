import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { Application } from "@/contract/staff/application";
import { fullDraft, insertFile } from "@/tests/support/people/project";
import { testBackend } from "@/tests/support/servers/backend";
import { files, projects, submissions } from "../../db/schema/applications";
import { outbox } from "../../db/schema/mail";

const { api, db, deps, filesDir, clock, makeUser, makeEdition } = await testBackend();
await makeEdition();
const START = clock.now;
const rita = await makeUser({ email: "rita@example.org", roles: ["staff"] });
const auditor = await makeUser({ roles: ["auditor"] });
const APPLICATIONS = "wp/v2/staff/applications";

/** Creates a person with a sent application. */
async function applicant() {
  const person = await makeUser();
  await api("POST", "wp/v2/project", { token: person.token, body: fullDraft({ nome: "Filò" }) });
  const [project] = await db.select().from(projects).where(eq(projects.userId, person.id));
  const id = project?.id ?? "";
  const pitch = await insertFile(db, id, "pitch");
  await insertFile(db, id, "video");
  for (const { id: file } of await db.select().from(files).where(eq(files.projectId, id))) {
    await writeFile(join(filesDir, file), "x");
  }
  const { json } = await api("POST", "wp/v2/project/send", { token: person.token });
  return { ...person, project: id, pitch, number: json.receipt.number as string };
}
const read = async (id: string): Promise<Application> =>
  (await api("GET", `${APPLICATIONS}/${id}`, { token: rita.token })).json;
const post = async (path: string, body: object, { token } = rita) => {
  const { status, json } = await api("POST", `${APPLICATIONS}/${path}`, { token, body });
  return { status, json };
};

describe("a note", () => {
  test("a note appears unchanged on the staff's timeline and not on the applicant's", async () => {
    const { project, token } = await applicant();
    const note = { text: "Chiamare se alle 12 non ha inviato" };
    expect((await post(`${project}/notes`, note)).status).toBe(204);
    expect((await read(project)).happened).toContainEqual(
      expect.objectContaining({ act: "application.note", who: rita.email, reason: note.text }),
    );
    for (const path of ["wp/v2/project", "wp/v2/project/timeline"]) {
      expect(JSON.stringify((await api("GET", path, { token })).json)).not.toContain(note.text);
    }
    expect((await post(`${project}/notes`, { text: " " })).json.code).toBe("invalid_fields");
    expect((await post(`${project}/notes`, note, auditor)).status).toBe(404);
  });
});

describe("the draft", () => {
  test("a draft is opened only with a reason, which the audit log stores", async () => {
    const { project } = await applicant();
    expect((await post(`${project}/draft`, {})).json.code).toBe("invalid_fields");
    expect((await post(`${project}/draft`, { reason: "x" }, auditor)).status).toBe(404);
    const { json } = await post(`${project}/draft`, { reason: "Dice che il testo è sparito" });
    expect(json.project).toMatchObject({ nome: "Filò", pitch: { name: expect.any(String) } });
    expect((await read(project)).happened).toContainEqual(
      expect.objectContaining({
        act: "application.open-draft",
        reason: "Dice che il testo è sparito",
      }),
    );
  });
});

describe("a receipt", () => {
  const verify = async (id: string, number: string) =>
    (await api("GET", `${APPLICATIONS}/${id}/versions/${number}`, { token: auditor.token })).json;

  test("a valid receipt has no fault, and a receipt with changed files or answers names the fault", async () => {
    const { project, number, pitch } = await applicant();
    await deps.store.remove([pitch.id]);
    expect((await verify(project, number)).faults).toContainEqual({
      what: "bytes_gone",
      field: "pitch",
      name: pitch.name,
    });
    expect((await read(project)).files.map(({ field, missing }) => [field, missing])).toEqual(
      expect.arrayContaining([
        ["pitch", true],
        ["video", false],
      ]),
    );
    const [sent] = await db.select().from(submissions).where(eq(submissions.number, number));
    const altered = { ...sent!.project, nome: "Un altro", pitch: null, video: null };
    await db.update(submissions).set({ project: altered }).where(eq(submissions.number, number));
    const found = await verify(project, number);
    expect(found.faults).toEqual([{ what: "answers" }]);
    expect(found.computed).not.toBe(found.stored);
  });

  test("a receipt of another application is not found", async () => {
    const [one, other] = [await applicant(), await applicant()];
    expect((await verify(one.project, other.number)).code).toBe("not_found");
    expect((await verify(one.project, "2026-999999")).code).toBe("not_found");
  });
});

describe("a withdrawn application", () => {
  const restore = (id: string, more: object = {}) =>
    post("restoration", { selection: { ids: [id] }, ...more });

  test("a withdrawn application is restored with an email after the confirmation", async () => {
    const { project, token, number } = await applicant();
    expect((await restore(project)).json.against).toEqual([{ name: "not_withdrawn", count: 1 }]);
    await api("DELETE", "wp/v2/project", { token });
    const { json: shown } = await restore(project);
    expect(shown).toMatchObject({ count: 1, effects: [{ name: "restored", count: 1 }] });
    expect(shown.mails).toMatchObject([{ template: "application_restored", count: 1 }]);
    expect((await read(project)).state).toBe("withdrawn");
    const kept = await restore(project, { plan: shown.plan, reason: "Ha premuto per sbaglio" });
    expect(kept.json).toMatchObject({ done: true, count: 1 });
    expect(await read(project)).toMatchObject({ state: "sent", number });
    const told = and(eq(outbox.projectId, project), eq(outbox.template, "application_restored"));
    expect(await db.$count(outbox, told)).toBe(1);
  });

  test("a withdrawn application is restored after its deadline only with an extension", async () => {
    const { project, token } = await applicant();
    await api("DELETE", "wp/v2/project", { token });
    clock.now = new Date("2026-09-30T23:00:00.000Z");
    const late = await makeUser({ roles: ["staff"] });
    const asked = await post("restoration", { selection: { ids: [project] } }, late);
    clock.now = START;
    expect(asked.json.against).toEqual([{ name: "past_deadline", count: 1 }]);
  });
});

test("an applicant of another edition cannot be impersonated", async () => {
  const { project } = await applicant();
  const older = await makeEdition({
    year: 2025,
    opensAt: new Date("2025-07-01T00:00:00.000Z"),
    closesAt: new Date("2025-09-30T22:00:00.000Z"),
  });
  await db.update(projects).set({ editionId: older.id }).where(eq(projects.id, project));
  expect((await post(`${project}/see-as`, { reason: "x" })).json.code).toBe("not_found");
  expect((await read(project)).current).toBe(false);
});
