import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { pdfText } from "@/tests/support/made-files/unpack";
import { fullDraft, insertFile } from "@/tests/support/people/project";
import { testBackend } from "@/tests/support/servers/backend";
import { isAbout } from "../../audit-log/entries";
import { files, projects } from "../../db/schema/applications";
import { auditEntries } from "../../db/schema/audit-log";

const { api, db, deps, filesDir, clock, makeUser, makeEdition } = await testBackend();
await makeEdition();
const readers = {
  staff: await makeUser({ roles: ["staff"] }),
  director: await makeUser({ roles: ["director"] }),
  auditor: await makeUser({ roles: ["auditor"] }),
};
const { staff } = readers;

/** Creates an applicant who has sent an application through the product. */
async function applicant() {
  const person = await makeUser();
  const { token } = person;
  const save = (more: object) => api("POST", "wp/v2/project", { token, body: more });
  const send = async (): Promise<string> =>
    (await api("POST", "wp/v2/project/send", { token })).json.receipt.number;
  const draft = fullDraft({ nome: "Filò", obiettivi: "Venti laboratori" });
  await save(draft);
  const [row] = await db.select().from(projects).where(eq(projects.userId, person.id));
  const id = row?.id ?? "";
  const attach = async (field: "pitch" | "video") => {
    const file = await insertFile(db, id, field);
    await writeFile(join(filesDir, file.id), `bytes of ${field}`);
    return file;
  };
  const pitch = await attach("pitch");
  await attach("video");
  return { ...person, draft, project: id, pitch, number: await send(), save, send };
}

const path = (id: string, number: string, what = "answers") =>
  `wp/v2/staff/applications/${id}/versions/${number}/${what}`;
const get = (address: string, { token }: { token: string }, headers = {}) =>
  api("GET", address, { token, headers });
/** Returns the audit entries about staff who read an application. */
const readings = (user: { id: string }) =>
  db
    .select({ reader: auditEntries.actorId, at: auditEntries.at, words: auditEntries.words })
    .from(auditEntries)
    .where(and(eq(auditEntries.act, "application.read"), isAbout({ user: user.id })))
    .orderBy(auditEntries.number);

test.each(["staff", "director", "auditor"] as const)(
  "%s reads all answers, the files and the dossier of a sent version",
  async (role) => {
    const person = await applicant();
    const { project, number, pitch } = person;
    const reader = readers[role];
    const { status, json } = await get(path(project, number), reader);
    expect(status).toBe(200);
    expect(json).toMatchObject({ number, project: person.draft, before: {}, missing: [] });
    const file = path(project, number, `files/${pitch.id}`);
    const whole = await get(file, reader);
    expect(await whole.response.text()).toBe("bytes of pitch");
    expect(whole.headers.get("cache-control")).toContain("no-store");
    expect(whole.headers.get("content-disposition")).toContain("attachment");
    const part = await get(file, reader, { Range: "bytes=0-4" });
    expect([part.status, await part.response.text()]).toEqual([206, "bytes"]);
    const dossier = await get(path(project, number, "dossier"), reader);
    const text = (await pdfText(Buffer.from(await dossier.response.arrayBuffer()))).join(" ");
    expect(text).toContain("Filò");
    // The PDF can leave the staff area, so it contains no contact data. It contains no scores, because staff see no
    // scores.
    expect(text).not.toContain(person.draft.referente_telefono);
    expect(text).not.toContain("I tuoi voti");
    expect(await readings(person)).toHaveLength(1);
  },
);

test("an earlier version stays readable, and a version names what differs from the one before", async () => {
  const { project, number, save, send, pitch } = await applicant();
  await save({ obiettivi: "Quaranta laboratori", impatto: "" });
  await db.update(files).set({ detachedAt: clock.now }).where(eq(files.id, pitch.id));
  const deck = await insertFile(db, project, "pitch", "other bytes");
  await deps.store.remove([pitch.id]);
  const second = await send();
  const { json: after } = await get(path(project, second), staff);
  expect(after.project).toMatchObject({ obiettivi: "Quaranta laboratori", pitch: { id: deck.id } });
  expect(after.before).toMatchObject({ obiettivi: "Venti laboratori", pitch: { id: pitch.id } });
  expect(Object.keys(after.before).sort()).toEqual(expect.arrayContaining(["obiettivi", "pitch"]));
  expect(after.before.nome).toBeUndefined();
  const { json: before } = await get(path(project, number), staff);
  expect(before.project).toMatchObject({ obiettivi: "Venti laboratori" });
  expect(before).toMatchObject({ before: {}, missing: [pitch.id] });
  expect((await get(path(project, number, `files/${deck.id}`), staff)).status).toBe(404);
});

test("the draft's text is in no answer, before and after sending", async () => {
  const { project, number, save } = await applicant();
  await save({ obiettivi: "Un segreto della bozza" });
  for (const what of ["answers", "dossier"]) {
    const { response } = await get(path(project, number, what), staff);
    expect(await response.text()).not.toContain("Un segreto");
  }
  expect((await get(path(project, number), staff)).json.project.obiettivi).toBe("Venti laboratori");
});

test("the audit log has one entry per reader, application and day in Rome, without a reason", async () => {
  const person = await applicant();
  const { project, number, pitch } = person;
  const file = path(project, number, `files/${pitch.id}`);
  const all = [path(project, number), file, path(project, number, "dossier"), file];
  await Promise.all(all.map((address) => get(address, staff)));
  await get(path(project, number), readers.auditor);
  const today = clock.now;
  // 23:50 and 00:04 in Rome are on different days, although both are on the same day in UTC.
  clock.now = new Date("2026-08-20T21:50:00.000Z");
  const late = await makeUser({ roles: ["staff"] });
  await get(path(project, number), late);
  clock.now = new Date("2026-08-20T22:04:00.000Z");
  await get(path(project, number), late);
  clock.now = today;
  const entries = await readings(person);
  expect(entries.map(({ reader }) => reader)).toEqual([
    ...[staff.id, readers.auditor.id],
    ...[late.id, late.id],
  ]);
  expect(entries.every(({ words }) => !words.reason)).toBe(true);
  const { json } = await get(`wp/v2/staff/applications/${project}`, staff);
  expect(JSON.stringify(json.happened)).not.toContain("application.read");
});

test("the page of an application is a reading only if it quotes what changed", async () => {
  const person = await applicant();
  const page = `wp/v2/staff/applications/${person.project}`;
  await get(page, staff);
  expect(await readings(person)).toHaveLength(0);
  await person.save({ obiettivi: "Altri laboratori" });
  await person.send();
  const { json } = await get(page, staff);
  expect(json.versions[0].changes).toContainEqual({
    ...{ field: "obiettivi", before: "Venti laboratori", after: "Altri laboratori" },
  });
  expect(await readings(person)).toHaveLength(1);
});

test("a withdrawn, a deactivated and an erased application are closed, and the page says why", async () => {
  const readable = async (id: string) =>
    (await get(`wp/v2/staff/applications/${id}`, staff)).json.readable;
  const closed = async ({ project, number, pitch }: Awaited<ReturnType<typeof applicant>>) => {
    for (const what of ["answers", "dossier", `files/${pitch.id}`]) {
      expect((await get(path(project, number, what), staff)).status, what).toBe(404);
    }
    const { json } = await get(`wp/v2/staff/applications/${project}`, staff);
    expect(JSON.stringify(json)).not.toMatch(/Venti laboratori|Altri laboratori/);
    return json.readable;
  };
  const withdrawn = await applicant();
  await withdrawn.save({ obiettivi: "Altri laboratori" });
  await withdrawn.send();
  expect(await readable(withdrawn.project)).toBe("yes");
  await api("DELETE", "wp/v2/project", { token: withdrawn.token });
  expect(await closed(withdrawn)).toBe("withdrawn");
  await api("POST", "wp/v2/project/restore", { token: withdrawn.token });
  expect(await readable(withdrawn.project)).toBe("yes");

  const left = await applicant();
  const { director } = readers;
  const act = async (what: string) => {
    const address = `wp/v2/staff/people/${left.id}/${what}`;
    const { plan, count } = (await api("POST", address, { token: director.token, body: {} })).json;
    const body = { plan, reason: "Lo chiede", typed: count };
    return (await api("POST", address, { token: director.token, body })).json;
  };
  expect((await act("deactivation")).done).toBe(true);
  expect(await closed(left)).toBe("deactivated");

  const erased = await applicant();
  const { token } = erased;
  expect((await api("POST", "wp/v2/users/me/erase", { token, body: {} })).status).toBe(204);
  expect(await closed(erased)).toBe("erased");

  const unsent = await makeUser();
  await api("POST", "wp/v2/project", { token: unsent.token, body: { nome: "Bozza" } });
  const [row] = await db.select().from(projects).where(eq(projects.userId, unsent.id));
  expect(await readable(row?.id ?? "")).toBe("unsent");
});

test("a version is read only under its own application, and only by staff", async () => {
  const [one, other] = [await applicant(), await applicant()];
  for (const what of ["answers", "dossier", `files/${other.pitch.id}`]) {
    expect((await get(path(one.project, other.number, what), staff)).status).toBe(404);
    expect((await get(path(one.project, one.number, what), one)).status).toBe(404);
    const seen = await api("POST", `wp/v2/staff/applications/${one.project}/see-as`, {
      ...{ token: staff.token, body: { reason: "Prova" } },
    });
    const looking = { token: seen.json.token };
    expect((await get(path(one.project, one.number, what), looking)).status).toBe(404);
  }
  expect(await readings(one)).toHaveLength(0);
});
