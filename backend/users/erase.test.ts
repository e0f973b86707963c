import { readdir, writeFile } from "node:fs/promises";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { pdf, video } from "@/tests/support/made-files/files";
import { tusClient } from "@/tests/support/made-files/tus";
import { PASSWORD, peopleOf } from "@/tests/support/people/people";
import { fullDraft } from "@/tests/support/people/project";
import { testBackend } from "@/tests/support/servers/backend";
import { appendAuditEntry, isAbout } from "../audit-log/entries";
import { verifyAuditLog } from "../audit-log/verify-entries";
import { identities, users } from "../db/schema/accounts";
import { editions, projects, submissions } from "../db/schema/applications";
import { auditEntries } from "../db/schema/audit-log";
import { setDate } from "../editions/administer-editions";
import { cleanPath, uploadPath, uploadsFolder } from "../files/under-way";
import { projectHash } from "../project/receipt/canonical";
import { verifyReceipt } from "../project/receipt/verify-receipt";
import { reactivate } from "./administer";
import { eraseAccount, eraseDue } from "./erase";

const bench = await testBackend();
const { api, db, clock, deps, makeUser, makeEdition } = bench;
const { signUp, mailsTo, register } = peopleOf(bench);
const { create, upload } = tusClient(api);
const DAY = 86_400_000;

beforeAll(async () => {
  await makeEdition();
});

/**
 * Creates a person with a submitted application. The application's texts contain a rare surname that is recognizable in
 * every table.
 */
async function applicant(surname = "Canarino") {
  const person = await signUp({ first_name: "Ottavia", last_name: surname });
  const { token } = person;
  const { json: me } = await api("GET", "wp/v2/users/me/", { token });
  const draft = fullDraft({
    nome: `${surname} Volante`,
    idea: `Un ${surname} in ogni cortile`,
    referente_nome_e_cognome: `Ottavia ${surname}`,
    referente_email: `${surname}@example.org`,
  });
  await api("POST", "wp/v2/project", {
    token,
    body: { ...draft, user: { fbp: `${surname}.fbp` } },
  });
  const deck = { field: "pitch", name: `${surname}.pdf`, bytes: await pdf() };
  const pitch = await upload(token, deck);
  await upload(token, { field: "video", name: `${surname}.mp4`, bytes: video("clip.mp4") });
  const logo = await create(token, { field: "logo", name: "a.png", bytes: Buffer.alloc(1000) });
  const { json: sent } = await api("POST", "wp/v2/project/send", { token });
  await api("POST", "wp/v2/whitepaper_requests", {
    body: {
      ...person,
      first_name: "Ottavia",
      last_name: surname,
      company: surname,
      role: "CEO",
      privacy: true,
    },
  });
  await db.insert(identities).values({ provider: "google", subject: `c-${me.id}`, userId: me.id });
  return {
    ...person,
    id: me.id as string,
    pitchId: pitch.id,
    logoId: logo.id,
    receipt: sent.receipt,
    draft,
  };
}

function close(token: string) {
  return api("DELETE", "wp/v2/users/me/", { token, body: { password: PASSWORD } });
}

async function seenByEvaluators() {
  const { token } = await makeUser({ roles: ["evaluator"] });
  return (await api("GET", "wp/v2/projects", { token })).json.projects.map(
    ({ nome }: { nome: string }) => nome,
  );
}

/** Returns the rows of all tables that contain a word, to find every trace of a person. */
async function rowsWith(trace: string): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public'",
  );
  const texts = await Promise.all(
    rows.map(async ({ name }) => {
      const found = await db.execute(`select row_to_json(t)::text as row from "${name}" t`);
      return found.rows.map(({ row }) => `${name} ${row}`);
    }),
  );
  return texts.flat().filter((row) => row.toLowerCase().includes(trace.toLowerCase()));
}

describe("applications of a closed account", () => {
  test("a closed account's application leaves the evaluation and returns when the account is restored", async () => {
    const { email, token, id } = await applicant();
    expect(await seenByEvaluators()).toEqual(["Canarino Volante"]);
    // The edition has a future date for its awards, so it does not count as awarded yet.
    await setDate(db, 2026, "awarded", "2026-12-10", { actor: "", reason: "", now: clock.now });
    expect((await close(token)).status).toBe(204);
    expect(await seenByEvaluators()).toEqual([]);
    expect(await reactivate(db, email)).toBe(true);
    expect(await seenByEvaluators()).toEqual(["Canarino Volante"]);
    expect(await reactivate(db, email)).toBe(false);
    await db.delete(projects).where(eq(projects.userId, id));
  });

  test("a closed account's team can join another application, and the account can then not be restored", async () => {
    const { email, token, draft, id } = await applicant();
    await close(token);
    const other = await signUp();
    const { referente_telefono } = draft;
    const body = fullDraft({ nome: "Altra", referente_telefono });
    await api("POST", "wp/v2/project", { token: other.token, body });
    const files = [
      { field: "pitch", name: "a.pdf", bytes: await pdf() },
      { field: "video", name: "a.mp4", bytes: video("clip.mp4") },
    ];
    for (const file of files) await upload(other.token, file);
    expect((await api("POST", "wp/v2/project/send", { token: other.token })).status).toBe(200);
    await expect(reactivate(db, email)).rejects.toMatchObject({ code: "person_in_two_projects" });
    expect(await seenByEvaluators()).toEqual(["Altra"]);
    await db.update(users).set({ deactivatedAt: null }).where(eq(users.id, id));
    await db.delete(projects);
  });

  test("a closed account's application stays in an edition with winners", async () => {
    const { token, id } = await applicant();
    await db.update(editions).set({ awardedAt: clock.now });
    await close(token);
    expect(await seenByEvaluators()).toEqual(["Canarino Volante"]);
    await db.update(editions).set({ awardedAt: null });
    await db.update(users).set({ deactivatedAt: null }).where(eq(users.id, id));
    await db.delete(projects);
  });
});

describe("erasure of an account", () => {
  test("an erasure leaves no personal data except the proof of the receipt", async () => {
    const { email, token, id, pitchId, logoId, receipt } = await applicant("Cinciallegra");
    expect(await eraseAccount(deps, id, clock.now)).toBe(false);
    const act = { actor: "Rita", reason: "Cinciallegra asked", now: clock.now };
    await appendAuditEntry(db, act, { act: "user.grant", target: { user: id } });
    await close(token);
    expect(await deps.store.size(pitchId)).toBeGreaterThan(0);
    // Simulate a crash between checking a logo and storing it, which leaves a re-encoded file
    // behind.
    await writeFile(cleanPath(uploadPath(deps.config, logoId)), "x");
    expect((await rowsWith("Cinciallegra")).length).toBeGreaterThan(5);

    const later = (days: number) => new Date(clock.now.getTime() + days * DAY);
    expect(await eraseDue(deps, later(364))).toBe(0);
    expect(await eraseDue(deps, later(365))).toBe(1);
    expect(await eraseDue(deps, later(366))).toBe(0);

    expect(await rowsWith("Cinciallegra")).toEqual([]);
    const about = await db
      .select()
      .from(auditEntries)
      .where(isAbout({ user: id }))
      .orderBy(auditEntries.number);
    expect(about.map(({ level, act }) => [level, act])).toEqual([
      ["command", "user.grant"],
      ["clock", "user.erase"],
    ]);
    expect((await verifyAuditLog(db)).problem).toBeNull();
    expect(await rowsWith(email)).toEqual([]);
    expect(await deps.store.size(pitchId)).toBeNull();
    const lying = await readdir(uploadsFolder(deps.config));
    expect(lying.filter((name) => name.startsWith(logoId))).toEqual([]);
    const [kept] = await db
      .select()
      .from(submissions)
      .where(eq(submissions.number, receipt.number));
    expect(kept).toMatchObject({ sha256: receipt.sha256, nome: receipt.number });
    expect(kept?.project).toMatchObject({ team: [], pitch: null, stage: "stage-prototype" });
    const verified = await verifyReceipt(db, deps.store, receipt.number);
    expect(verified?.stored).toBe(receipt.sha256);
    expect(verified?.problems[0]).toMatch(/^answers and files were erased on /);
    expect(kept && projectHash(kept.project)).not.toBe(receipt.sha256);
  });

  test("an erasure frees the address, and the old password no longer signs in", async () => {
    const { email, token, id } = await applicant();
    await close(token);
    await eraseAccount(deps, id, clock.now);
    const login = { body: { email, password: PASSWORD } };
    expect((await api("POST", "wp/v2/users/login", login)).json.code).toBe("invalid_credentials");
    expect(await reactivate(db, email)).toBe(false);
    expect((await register({ email })).status).toBe(202);
    const mails = await mailsTo(email);
    expect(mails.map(({ template }) => template)).toEqual(["confirm"]);
  });

  test("an erasure deletes an unsent application completely", async () => {
    const { token } = await signUp();
    await api("POST", "wp/v2/project", { token, body: { nome: "Bozza" } });
    const { json: me } = await api("GET", "wp/v2/users/me/", { token });
    await close(token);
    await eraseAccount(deps, me.id, clock.now);
    expect(await db.$count(projects, eq(projects.userId, me.id))).toBe(0);
  });
});
