import { randomUUID } from "node:crypto";
import { and, eq, isNotNull, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { LEFT_OUT_PER_PAGE, LETTERS_PER_SECOND } from "@/contract/staff/letters";
import {
  APPLICATIONS,
  EN,
  freshTexts,
  IT,
  LETTERS,
  letterBench,
} from "@/tests/support/people/letters";
import { verifyAuditLog } from "../../audit-log/verify-entries";
import { users } from "../../db/schema/accounts";
import { projects } from "../../db/schema/applications";
import { auditEntries } from "../../db/schema/audit-log";
import { letters, mailPause, outbox } from "../../db/schema/mail";
import { readMail } from "../../mail/administer";

const { db, clock, deps, rita, plant, post, get, send, letterOf } = await letterBench();
const ofLetters = isNotNull(outbox.letterId);

describe("a letter", () => {
  test("a letter without a plan is a preview; with it each applicant gets it in their language", async () => {
    const ada = await plant();
    const bob = await plant({ language: "en", firstName: "Bob" });
    const body = { selection: { ids: [ada.id, bob.id] }, texts: freshTexts() };
    const shown = (await post(LETTERS, body)).json;
    expect(shown).toMatchObject({ done: false, count: 2, against: [], line: null });
    expect(shown.effects).toEqual([{ name: "letter_queued", count: 2 }]);
    expect(shown.mails).toEqual([
      { template: "letter", language: "en", count: 1 },
      { template: "letter", language: "it", count: 1 },
    ]);
    expect([await db.$count(letters), await db.$count(outbox, ofLetters)]).toEqual([0, 0]);
    const { made } = await send(body);
    expect(made.json).toMatchObject({ done: true, count: 2 });
    const rows = await db.select().from(outbox).where(ofLetters);
    const said = rows.map((row) => [row.recipient, row.userId, row.projectId, row.language]);
    expect(said.sort()).toEqual([
      [ada.email, ada.user, ada.id, "it"],
      [bob.email, bob.user, bob.id, "en"],
    ]);
    const mailOf = (email: string) => {
      const row = rows.find(({ recipient }) => recipient === email);
      return row && readMail(row, deps.config, clock.now);
    };
    expect(mailOf(bob.email)?.subject).toBe(EN.subject);
    expect(mailOf(bob.email)?.text).toContain("Hello Bob,\n\nThree days are left.");
    expect(mailOf(ada.email)?.text).toContain("Ciao Ada,\n\nRestano tre giorni.\n\nA presto,\nla");
    expect(mailOf(ada.email)?.html).toContain("A presto,<br>\nla segreteria</p>");
    const [line] = await db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.number, made.json.line));
    expect(line).toMatchObject({ act: "letter.send", actorId: rita.id, plan: shown.plan });
    expect(line?.data).toEqual({ audience: "applications", mails: "2", "left-out": "0" });
    const { acts: told } = await get("wp/v2/staff/acts?act=letter.send");
    expect(told[0].facts).toEqual({ audience: "applications", mails: "2", "left-out": "0" });
    const happened = (await get(`${APPLICATIONS}/${ada.id}`)).happened;
    expect(happened.filter(({ kind }: { kind: string }) => kind === "mail")).toMatchObject([
      { subject: body.texts.it.subject, state: "waiting" },
    ]);
    await db.update(outbox).set({ sentAt: clock.now }).where(eq(outbox.projectId, ada.id));
    const { events } = await get("wp/v2/project/timeline", ada.token);
    expect(JSON.stringify(events)).toContain('"kind":"letter"');
  });

  test("a letter skips unreachable applicants, names the reasons, and requires an override", async () => {
    const ada = await plant();
    const [unproved, gone, erased] = [
      await plant({ emailConfirmedAt: null }),
      await plant({ deactivatedAt: clock.now }),
      await plant(),
    ];
    await db.update(users).set({ erasedAt: clock.now }).where(eq(users.id, erased.user));
    const [lost, back, dropped] = [await plant(), await plant(), await plant()];
    const past = (minutes: number) => new Date(clock.now.getTime() - minutes * 60_000);
    const mail = ({ user, email }: typeof lost, more: object) => ({
      ...{ userId: user, recipient: email, language: "it" as const, template: "confirm", data: {} },
      ...more,
    });
    await db
      .insert(outbox)
      .values([
        mail(lost, { sentAt: past(9) }),
        mail(lost, { failedAt: past(5), lastError: "550 no such user" }),
        mail(back, { failedAt: past(5), lastError: "550 full" }),
        mail(back, { sentAt: past(2) }),
        mail(dropped, { failedAt: past(5), lastError: "expired" }),
      ]);
    const all = [ada, unproved, gone, erased, lost, back, dropped];
    const body = { selection: { ids: all.map(({ id }) => id) }, texts: freshTexts() };
    const { shown, made: refused } = await send(body, { anyway: false });
    expect(shown.count).toBe(3);
    const { json: out } = await post(`${LETTERS}/left-out`, body);
    expect(out.total).toBe(4);
    const named = (one: typeof lost, why: string) => ({ id: one.id, person: one.user, why });
    expect(out.people).toMatchObject([
      named(erased, "letter_gone"),
      named(gone, "letter_deactivated"),
      named(unproved, "letter_unconfirmed"),
      named(lost, "letter_bounced"),
    ]);
    expect(out.people[3].name).toBe("Ada Rossi");
    expect(new Set(shown.against.map(({ name }: { name: string }) => name))).toEqual(
      new Set(["letter_unconfirmed", "letter_deactivated", "letter_gone", "letter_bounced"]),
    );
    expect([refused.status, refused.json.code]).toEqual([422, "act_refused"]);
    const { made } = await send(body);
    const id = await letterOf(made.json);
    const letter = await get(`${LETTERS}/${id}`);
    expect(letter).toMatchObject({ count: 3, left_out: 4, who: rita.email, reason: "ultima sera" });
    expect(letter.left_out_by).toEqual(
      ["letter_gone", "letter_deactivated", "letter_unconfirmed", "letter_bounced"].map((name) => ({
        ...{ name, count: 1 },
      })),
    );
    const rows = await db.select().from(outbox).where(eq(outbox.letterId, id));
    expect(rows.map(({ projectId }) => projectId).sort()).toEqual(
      [ada.id, back.id, dropped.id].sort(),
    );
  });

  test("a letter lists all skipped applicants by page, with the same count", async () => {
    const seeded = Array.from({ length: LEFT_OUT_PER_PAGE + 3 }, (_, at) => at);
    for (const at of seeded) {
      await plant({ emailConfirmedAt: null, lastName: `${1000 + at}` }, "Fuori");
    }
    await plant({}, "Fuori");
    const texts = freshTexts();
    const body = { selection: { query: { search: "fuori" }, count: seeded.length + 1 }, texts };
    const pages = [];
    for (const from of [0, LEFT_OUT_PER_PAGE, seeded.length]) {
      pages.push((await post(`${LETTERS}/left-out`, { ...body, from })).json);
    }
    expect(pages.map(({ total, people }) => [total, people.length])).toEqual([
      [seeded.length, LEFT_OUT_PER_PAGE],
      [seeded.length, 3],
      [seeded.length, 0],
    ]);
    const names = pages.flatMap(({ people }) => people).map(({ name }) => name);
    expect(names).toEqual(seeded.map((at) => `Ada ${1000 + at}`));
    expect((await post(LETTERS, body)).json.against).toMatchObject([
      { name: "letter_unconfirmed", count: seeded.length },
    ]);
  });

  test("a letter is queued once despite concurrent requests and never twice to one applicant", async () => {
    const people = [await plant(), await plant(), await plant()];
    const body = { selection: { ids: people.map(({ id }) => id) }, texts: freshTexts() };
    const { plan } = (await post(LETTERS, body)).json;
    const kept = { ...body, plan, reason: "insieme" };
    const both = await Promise.all([post(LETTERS, kept), post(LETTERS, kept)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
    const stale = both.find(({ status }) => status === 412)?.json;
    expect(stale.data.current).toMatchObject({
      count: 0,
      against: [{ name: "letter_had", count: 3 }],
    });
    const theirs = () =>
      db.$count(
        outbox,
        and(ofLetters, sql`project_id = any(${sql.param(body.selection.ids)}::uuid[])`),
      );
    expect(await theirs()).toBe(3);
    // Three selected applicants already had the letter, so only the new applicant gets it.
    const other = await plant();
    const more = { ...body, selection: { ids: [...body.selection.ids, other.id] } };
    const { shown } = await send(more);
    expect(shown).toMatchObject({ count: 1, against: [{ name: "letter_had", count: 3 }] });
    expect(await theirs()).toBe(3);
    expect(await db.$count(outbox, and(ofLetters, eq(outbox.projectId, other.id)))).toBe(1);
    const before = [await db.$count(letters), await db.$count(auditEntries)];
    const nobody = await send(more);
    expect(nobody.made.json).toMatchObject({ count: 0, line: null });
    expect([await db.$count(letters), await db.$count(auditEntries)]).toEqual(before);
  });

  test("a letter to all matches is refused with the difference when the matches have changed", async () => {
    for (const _ of [1, 2]) await plant({}, "Crescita");
    const query = { search: "crescita" };
    const body = { selection: { query, count: 2 }, texts: freshTexts() };
    const { plan } = (await post(LETTERS, body)).json;
    const last = await plant({}, "Crescita");
    const grown = await post(LETTERS, { ...body, plan, reason: "x" });
    expect([grown.status, grown.json.data.current.count]).toEqual([412, 3]);
    await db.update(projects).set({ withdrawnAt: clock.now }).where(eq(projects.id, last.id));
    const [first] = await db.select().from(projects).where(sql`fields ->> 'nome' = 'Crescita'`);
    await db
      .update(projects)
      .set({ withdrawnAt: clock.now })
      .where(eq(projects.id, first?.id ?? ""));
    await plant({}, "Crescita");
    const others = await post(LETTERS, { ...body, plan, reason: "x" });
    expect([others.status, others.json.data.current.count]).toEqual([412, 2]);
    expect(
      (await send({ ...body, selection: { query: { search: "nessuno così" }, count: 0 } })).shown
        .count,
    ).toBe(0);
  });

  test("a letter requires texts only in the languages of its recipients", async () => {
    const [ada, bob] = [await plant(), await plant({ language: "en" })];
    const none = { subject: "", text: "" };
    const to = (ids: string[], texts: object) => post(LETTERS, { selection: { ids }, texts });
    const refused = await to([ada.id, bob.id], {
      it: freshTexts().it,
      en: { ...EN, text: " \n " },
    });
    expect([refused.status, refused.json.data.fields]).toEqual([
      422,
      { "texts.en.text": "required" },
    ]);
    expect((await to([ada.id], { it: freshTexts().it, en: none })).json.count).toBe(1);
    expect((await to([ada.id], { it: freshTexts().it })).json.count).toBe(1);
  });

  test.each([
    ["too long a subject", { subject: "x".repeat(121) }, "subject", "too_long"],
    ["too long a text", { text: "x".repeat(3001) }, "text", "too_long"],
  ])("a letter is refused with %s", async (_, part, field, code) => {
    const body = { selection: { ids: [randomUUID()] }, texts: { it: { ...IT, ...part }, en: EN } };
    for (const path of [LETTERS, `${LETTERS}/preview`]) {
      const { status, json } = await post(path, body);
      expect([status, json.data.fields]).toEqual([422, { [`texts.it.${field}`]: code }]);
    }
    const test = await post(`${LETTERS}/test`, { language: "it", ...IT, ...part });
    expect([test.status, test.json.data.fields]).toEqual([422, { [field]: code }]);
  });

  test("the subject of a letter is one line without control characters, so it adds no header", async () => {
    const ada = await plant();
    const it = {
      subject: `${IT.subject}\r\nBcc: b@example.org`,
      text: "Prima\u0007 riga\u000bseconda",
    };
    const { made } = await send({ selection: { ids: [ada.id] }, texts: { it, en: EN } });
    const id = await letterOf(made.json);
    const [row] = await db.select().from(outbox).where(eq(outbox.letterId, id));
    const mail = row && readMail(row, deps.config, clock.now);
    expect(mail?.subject).toBe(`${IT.subject} Bcc: b@example.org`);
    expect(mail?.text).toContain("Prima riga\nseconda");
  });

  test("the text of a letter is plain text, and braces in a recipient's values are not replaced", async () => {
    const ada = await plant({ firstName: "<i>{token}" });
    const it = { subject: "<b>", text: "<script>alert(1)</script>\n\n{nome} $& $1" };
    const { made } = await send({ selection: { ids: [ada.id] }, texts: { it, en: EN } });
    const id = await letterOf(made.json);
    const [row] = await db.select().from(outbox).where(eq(outbox.letterId, id));
    const mail = row && readMail(row, deps.config, clock.now);
    expect(mail?.subject).toBe(it.subject);
    expect(mail?.text).toContain(
      "Ciao <i>{token},\n\n<script>alert(1)</script>\n\n<i>{token} Rossi $& $1",
    );
    expect(mail?.html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;</p>");
    expect(mail?.html).not.toMatch(/<script|<i>|<b>/);
  });

  test("a letter is sent at a limited rate, and its preview reports a paused or stuck outbox", async () => {
    const ids = [];
    for (let one = 0; one < 3; one += 1) ids.push((await plant()).id);
    const body = { selection: { ids }, texts: freshTexts() };
    const names = async () =>
      (await post(LETTERS, body)).json.effects.map(({ name }: { name: string }) => name);
    await db.insert(mailPause).values({});
    expect(await names()).toEqual(["letter_queued", "letter_paused"]);
    await db.delete(mailPause);
    const long = new Date(Date.now() - 600_000);
    await db.insert(outbox).values({
      ...{ recipient: "x@example.org", language: "it", template: "confirm", data: {} },
      ...{ createdAt: long, nextAttemptAt: long },
    });
    expect(await names()).toEqual(["letter_queued", "letter_behind"]);
    // If the mail server accepts no email, the preview reports a delay of the letter. If the server accepts another
    // email, neither the preview nor the page with emails reports a delay.
    const stuck = eq(outbox.recipient, "x@example.org");
    const soon = new Date(Date.now() + 600_000);
    await db.update(outbox).set({ attempts: 3, nextAttemptAt: soon }).where(stuck);
    expect(await names()).toEqual(["letter_queued", "letter_refusing"]);
    await db.insert(outbox).values({
      ...{ recipient: "y@example.org", language: "it", template: "confirm", data: {} },
      sentAt: new Date(),
    });
    expect((await get("wp/v2/staff/mails/state")).trouble).toBe("some");
    expect(await names()).toEqual(["letter_queued", "letter_beside"]);
    await db.delete(outbox).where(eq(outbox.recipient, "x@example.org"));
    const { made } = await send(body);
    const rows = await db
      .select({ at: outbox.nextAttemptAt })
      .from(outbox)
      .where(eq(outbox.letterId, await letterOf(made.json)))
      .orderBy(outbox.nextAttemptAt);
    const [first, , last] = rows.map(({ at }) => at.getTime());
    expect((last ?? 0) - (first ?? 0)).toBe((2 * 1000) / LETTERS_PER_SECOND);
  });
});

test("the hash chain is intact with all letters in the audit log", async () => {
  expect(await verifyAuditLog(db)).toMatchObject({
    problem: null,
    lines: await db.$count(letters),
  });
});
