import { eq } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { REQUIRED_FIELDS } from "@/contract/project/project-fields";
import { fullDraft } from "@/tests/support/people/project";
import { PATH, sendingBench } from "@/tests/support/people/sending";
import { consents } from "../db/schema/accounts";
import { editions, projects } from "../db/schema/applications";
import { outbox } from "../db/schema/mail";
import { projectHash } from "./receipt/canonical";

const { api, makeUser, freshToken, db, deps, clock, ...applicant } = await sendingBench();
const { complete, send, read, mailsOf, submissionsOf } = applicant;

describe("sending", () => {
  test("sending a complete application creates a receipt, an email, and a timeline event", async () => {
    const { token, id, email, projectId } = await complete();
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
    // The receipt email goes only to the account, because the contact person's address is not confirmed.
    const about = await db.select().from(outbox).where(eq(outbox.projectId, projectId));
    expect(about.map(({ recipient }) => recipient)).toEqual([email]);
    const accepted = await db.select().from(consents).where(eq(consents.userId, id));
    const common = {
      accepted: true,
      at: clock.now,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    };
    const agreed = (kind: string, name: string) => ({
      ...common,
      kind,
      document: `/policy/${name}-it.pdf`,
      language: "it",
    });
    expect(accepted).toMatchObject([
      agreed("rules", "call-rules"),
      agreed("applicants_notice", "privacy-notice"),
    ]);
    const { json: timeline } = await api("GET", `${PATH}/timeline`, { token });
    expect(timeline.events[0]).toMatchObject({
      type: "sent",
      data: { number: json.receipt.number, version: 1 },
    });
  });

  test("the consents of a submission are recorded in the language of the page", async () => {
    const { id, token } = await complete();
    await api("POST", `${PATH}/send?lang=en`, { token });
    const accepted = await db.select().from(consents).where(eq(consents.userId, id));
    expect(accepted.map(({ document, language }) => [document, language])).toEqual([
      ["/policy/call-rules-en.pdf", "en"],
      ["/policy/privacy-notice-en.pdf", "en"],
    ]);
  });

  test("sending an incomplete application names the missing fields and sends nothing", async () => {
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

  test("50 parallel sends create one receipt, one email, and one number", async () => {
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

  test("a text from before the normalisation is readable, and saving it keeps the application sent", async () => {
    const { token, projectId } = await complete();
    const uncleaned = "Prima\u000bseconda, perche\u0301  ";
    const [row] = await db.select().from(projects).where(eq(projects.id, projectId));
    await db
      .update(projects)
      .set({ fields: { ...row?.fields, idea: uncleaned } })
      .where(eq(projects.id, projectId));
    expect((await send(token)).status).toBe(200);
    const { project } = await read(token);
    expect(project.idea).toBe(uncleaned);
    for (const idea of [project.idea, "Prima\nseconda, perché"]) {
      expect((await api("POST", PATH, { token, body: { idea } })).status).toBe(200);
      expect(await read(token)).toMatchObject({
        projectUnsent: false,
        project: { idea: uncleaned },
      });
    }
    await api("POST", PATH, { token, body: { idea: `${uncleaned}!` } });
    expect((await read(token)).project.idea).toBe("Prima\nseconda, perché  !");
  });

  test("sending again returns the same receipt without changes and a new one with changes", async () => {
    const { token, id, projectId } = await complete();
    const first = await send(token);
    expect((await send(token)).json).toEqual(first.json);
    // A sent application stays "sent" if a save changes nothing.
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
    const mails = (await mailsOf(id)).map(({ data }) => data);
    expect(mails).toHaveLength(2);
    const mailOf = ({ json }: typeof first) =>
      mails.find(({ number }) => number === json.receipt.number);
    expect(mailOf(first)).not.toHaveProperty("replaces");
    expect(mailOf(second)).toMatchObject({ replaces: first.json.receipt.number });
    const { json } = await api("GET", `${PATH}/timeline`, { token });
    expect(json.events[0].type).toBe("sent_again");
  });

  test("an application changed and changed back counts as unchanged", async () => {
    const { token } = await complete();
    const first = await send(token);
    await api("POST", PATH, { token, body: { nome: "Altro" } });
    await api("POST", PATH, { token, body: { nome: "Filò" } });
    expect((await send(token)).json).toEqual(first.json);
    expect((await read(token)).projectUnsent).toBe(false);
  });

  test("a new receipt queues its email immediately and cancels only the applicant's own reminder", async () => {
    const [user, other] = [await complete(), await complete()];
    const template = "reminder_begin";
    for (const { id: userId, email: recipient, projectId } of [user, other]) {
      const reminder = {
        template,
        userId,
        recipient,
        projectId,
        language: "it" as const,
        data: {},
      };
      await db.insert(outbox).values(reminder);
    }
    const notifyMailWorker = vi.spyOn(deps, "notifyMailWorker").mockClear();
    await send(user.token);
    expect(notifyMailWorker).toHaveBeenCalledOnce();
    const left = async ({ id }: typeof user) => (await mailsOf(id)).map((mail) => mail.template);
    expect(await left(user)).toEqual(["application_sent"]);
    expect(await left(other)).toEqual([template]);
    await send(user.token);
    await send(user.token, { "Idempotency-Key": "again" });
    expect(notifyMailWorker).toHaveBeenCalledOnce();
  });

  test("a repeated idempotency key sends nothing and does not notify the worker", async () => {
    const { token } = await complete();
    const notifyMailWorker = vi.spyOn(deps, "notifyMailWorker").mockClear();
    const key = { "Idempotency-Key": "once" };
    const first = await send(token, key);
    expect((await send(token, key)).json).toEqual(first.json);
    expect(notifyMailWorker).toHaveBeenCalledOnce();
  });

  test("a withdrawn application is sent again in time, and after the end even an unchanged one is refused", async () => {
    const user = await complete();
    const first = await send(user.token);
    await api("DELETE", PATH, { token: user.token });
    await api("POST", PATH, { token: user.token, body: {} });
    const second = await send(user.token);
    expect(second.json.receipt.sha256).toBe(first.json.receipt.sha256);
    expect(second.json.receipt.number).not.toBe(first.json.receipt.number);
    const before = clock.now;
    clock.now = new Date("2026-10-01T00:00:00Z");
    const late = await send(await freshToken(user));
    clock.now = before;
    expect([late.status, late.json.code]).toEqual([403, "deadline_passed"]);
  });

  test("sending an old version is refused, and a repeated key returns its submission", async () => {
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
  ])("sending at %s answers %#", async (_, after, status) => {
    const user = await complete();
    const before = clock.now;
    clock.now = new Date(Date.parse("2026-09-30T22:00:00Z") + after);
    const answer = await send(await freshToken(user));
    clock.now = before;
    expect(answer.status).toBe(status);
    if (status === 403) expect(answer.json.code).toBe("deadline_passed");
  });

  test("a locked edition refuses changes after sending and returns the same receipt", async () => {
    const { token } = await complete();
    const first = await send(token);
    await db.update(editions).set({ afterSending: "locked" });
    const save = await api("POST", PATH, { token, body: { nome: "Dopo" } });
    expect([save.status, save.json.code]).toEqual([403, "locked_after_sending"]);
    const changed = await complete();
    await db.update(editions).set({ afterSending: "editable_until_deadline" });
    await send(changed.token);
    await api("POST", PATH, { token: changed.token, body: { nome: "Prima" } });
    await db.update(editions).set({ afterSending: "locked" });
    const resent = await send(changed.token);
    expect([resent.status, resent.json.code]).toEqual([403, "locked_after_sending"]);
    expect((await send(token)).json).toEqual(first.json);
    expect((await api("DELETE", PATH, { token })).status).toBe(204);
    expect((await api("POST", PATH, { token, body: { nome: "Dopo" } })).status).toBe(403);
    expect((await api("POST", `${PATH}/restore`, { token })).status).toBe(200);
    await db.update(editions).set({ afterSending: "editable_until_deadline" });
  });
});
