import { eq, like } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { DEFAULT_ALERTS, MANY_REFUSED, STAFF_ALERTS } from "@/contract/staff/notices";
import { evaluationBench } from "@/tests/support/people/evaluation";
import { testSmtp } from "@/tests/support/servers/smtp";
import { connect } from "../../db/connect";
import { dataRequests, users } from "../../db/schema/accounts";
import { projectEvents, projects } from "../../db/schema/applications";
import { auditEntries } from "../../db/schema/audit-log";
import { invitations } from "../../db/schema/evaluations";
import { mailPause, outbox } from "../../db/schema/mail";
import { staffAlerts, staffNotices } from "../../db/schema/staff-notices";
import { renderMail } from "../../mail/render";
import { openTransport } from "../../mail/transport";
import { sendAlerts } from "./alerts";
import { notifyStaff } from "./notify-staff";
import { sendSummaries } from "./summary";

/** Half past nine in the morning in Rome. */
const START = new Date("2026-08-20T07:30:00.000Z");
const MINUTE = 60_000;
const bench = await evaluationBench({ now: START });
const { api, db, deps, clock, edition, makeUser, makeEvaluator } = bench;
const staff = await makeUser({ roles: ["staff"], email: "rita@example.org", language: "it" });
const director = await makeUser({ roles: ["director"], email: "dino@example.org", language: "en" });
const auditor = await makeUser({ roles: ["auditor"], email: "ugo@example.org" });
const applicant = await makeUser();

beforeEach(async () => {
  clock.now = START;
  for (const table of [outbox, staffAlerts, staffNotices, invitations, dataRequests]) {
    await db.delete(table);
  }
  await db.delete(projectEvents);
  await db.update(users).set({ deactivatedAt: null }).where(eq(users.id, staff.id));
});

const choose = (body: object, token = staff.token) =>
  api("POST", "wp/v2/staff/notices", { token, body });
const alertsIn = async (kind = "") =>
  (
    await db
      .select()
      .from(outbox)
      .where(like(outbox.template, `staff_alert_${kind}%`))
  )
    .map(({ template, recipient }) => [template.replace("staff_alert_", ""), recipient])
    .toSorted();
const later = (minutes: number) => {
  clock.now = new Date(clock.now.getTime() + minutes * MINUTE);
  return clock.now;
};
const alert = () => sendAlerts(deps, clock.now);

/** Queues an email that the mail server has refused for some minutes, by the database's clock. */
async function stopMail() {
  const long = new Date(Date.now() - 10 * MINUTE);
  await db.insert(outbox).values({
    ...{ template: "confirm", recipient: "giulia@example.org", language: "it", data: {} },
    ...{ createdAt: long, nextAttemptAt: new Date(Date.now() + MINUTE), attempts: 4, says: "451" },
  });
}
const resumeMail = () => db.delete(outbox).where(eq(outbox.template, "confirm"));

describe("the choice of a staff member", () => {
  test("everyone starts without a summary and with the alerts about the worst", async () => {
    const { json } = await api("GET", "wp/v2/staff/notices", { token: staff.token });
    expect(json).toEqual({ summary_hour: null, alerts: DEFAULT_ALERTS, possible: true });
  });

  test("a choice is stored for its person alone, and the log has it", async () => {
    const { status, json } = await choose({ summary_hour: 7, alerts: ["request_due"] });
    expect([status, json.summary_hour, json.alerts]).toEqual([200, 7, ["request_due"]]);
    const other = await api("GET", "wp/v2/staff/notices", { token: director.token });
    expect(other.json.alerts).toEqual(DEFAULT_ALERTS);
    const [line] = await db.select().from(auditEntries).where(eq(auditEntries.act, "notices.set"));
    expect(line).toMatchObject({
      ...{ actorId: staff.id, target: { user: staff.id } },
      data: { summary: "07:00", alerts: "request_due" },
    });
  });

  test.each([
    [{ summary_hour: 24, alerts: [] }],
    [{ summary_hour: -1, alerts: [] }],
    [{ summary_hour: 8, alerts: ["everything"] }],
    [{ summary_hour: "8", alerts: [] }],
  ])("%j is refused", async (body) => {
    expect((await choose(body)).status).toBe(422);
    expect(await db.$count(staffNotices)).toBe(0);
  });

  test("an auditor reads and receives nothing", async () => {
    const { json } = await api("GET", "wp/v2/staff/notices", { token: auditor.token });
    expect(json.possible).toBe(false);
    expect((await choose({ summary_hour: 8, alerts: [] }, auditor.token)).status).toBe(404);
  });
});

describe("immediate alerts", () => {
  test("stopped mail is reported once, and again only after it worked and stopped again", async () => {
    await stopMail();
    expect(await alert()).toBe(2);
    later(1);
    expect(await alert()).toBe(0);
    expect(await alertsIn()).toEqual([
      ["mails_stuck", "dino@example.org"],
      ["mails_stuck", "rita@example.org"],
    ]);
    const [waiting] = await db.select().from(outbox).where(like(outbox.template, "staff_alert%"));
    expect(waiting?.sentAt).toBeNull();
    await resumeMail();
    later(5);
    await alert();
    await stopMail();
    later(1);
    // The mail problem returned after only a few minutes, so it belongs to the former event and causes no second email.
    expect(await alert()).toBe(0);
    await resumeMail();
    later(11);
    await alert();
    await stopMail();
    later(1);
    expect(await alert()).toBe(2);
  });

  test("only active staff and directors who want an alert receive it", async () => {
    await choose({ summary_hour: null, alerts: [] }, director.token);
    await stopMail();
    await db.update(users).set({ deactivatedAt: START }).where(eq(users.id, staff.id));
    expect(await alert()).toBe(0);
    expect(await alertsIn()).toEqual([]);
  });

  test("two instances that find the same event send one alert", async () => {
    await stopMail();
    const sent = await Promise.all([alert(), alert(), alert()]);
    expect(sent.reduce((all, one) => all + one, 0)).toBe(2);
  });

  describe("a read-only database", () => {
    const url = new URL(deps.config.DATABASE_URL);
    url.searchParams.set("options", "-c default_transaction_read_only=on");
    const readOnly = connect(url.href, { max: 2 });
    afterAll(() => readOnly.close());
    /**
     * Returns the function `sendAlerts` of another instance, which is a second copy of the module with its own state.
     */
    async function anotherInstance() {
      vi.resetModules();
      const { sendAlerts: send } = await import("./alerts");
      return send;
    }
    const sendTo = ({ url: SMTP_URL }: { url: string }) =>
      openTransport({ ...deps.config, SMTP_URL });
    const recorded = () =>
      db
        .select({ recipient: outbox.recipient, sentAt: outbox.sentAt, at: outbox.data })
        .from(outbox)
        .where(eq(outbox.template, "staff_alert_database_read_only"))
        .orderBy(outbox.recipient);

    test("is reported at once, once by all instances, and recorded when it can be written again", async () => {
      const smtp = await testSmtp();
      const [one, other] = [await anotherInstance(), await anotherInstance()];
      const during = { ...deps, sendMail: sendTo(smtp), db: readOnly.db };
      expect(await one(during, clock.now)).toBe(2);
      expect(await other(during, clock.now)).toBe(0);
      expect(await one(during, later(1))).toBe(0);
      expect(smtp.received.flatMap(({ to }) => to).toSorted()).toEqual([
        ...["dino@example.org", "rita@example.org"],
      ]);
      expect(await recorded()).toEqual([]);
      later(1);
      expect([await other(deps, clock.now), await one(deps, clock.now)]).toEqual([0, 0]);
      const at = { at: START.toISOString() };
      expect(await recorded()).toEqual([
        { recipient: "dino@example.org", sentAt: START, at },
        { recipient: "rita@example.org", sentAt: START, at },
      ]);
      expect(await db.$count(staffAlerts)).toBe(1);
      expect(await other(during, later(60))).toBe(2);
      expect(await other(deps, later(1))).toBe(0);
      expect(smtp.received).toHaveLength(4);
    });

    test("is reported afterwards to staff that the mail server did not reach, and to all if mail is paused", async () => {
      const smtp = await testSmtp();
      smtp.state.moodFor = (address) => (address.startsWith("rita") ? "later" : "well");
      const during = { ...deps, sendMail: sendTo(smtp), db: readOnly.db };
      const send = await anotherInstance();
      expect(await send(during, clock.now)).toBe(1);
      expect(await send(deps, later(1))).toBe(1);
      expect((await recorded()).map(({ sentAt }) => sentAt)).toEqual([START, null]);
      await db.delete(outbox);
      await db.delete(staffAlerts);
      await db.insert(mailPause).values({});
      expect(await send(during, later(60))).toBe(0);
      expect(await send(deps, later(1))).toBe(2);
      await db.delete(mailPause);
    });
  });

  test("many refused files of several applications are reported, few or one person's are not", async () => {
    const refuse = async (count: number) => {
      const token = (await makeUser()).token;
      await api("POST", "wp/v2/project", { token, body: { nome: "Filò" } });
      const [project] = (await db.select().from(projects)).slice(-1);
      const row = { projectId: project?.id ?? "", type: "file_refused", data: {}, at: clock.now };
      await db.insert(projectEvents).values(Array.from({ length: count }, () => row));
    };
    await refuse(MANY_REFUSED);
    expect(await alert()).toBe(0);
    await refuse(2);
    await refuse(2);
    expect(await alert()).toBe(2);
    expect((await alertsIn()).map(([kind]) => kind)).toEqual([
      "uploads_refused",
      "uploads_refused",
    ]);
  });

  test("a refusal is an alert and an item of Today, and its mail has neither name nor reason", async () => {
    await choose({ summary_hour: null, alerts: [...STAFF_ALERTS] });
    const lea = await makeUser({ firstName: "Leandra", email: "lea@example.org" });
    const refuse = (answeredAt: Date) =>
      db
        .insert(invitations)
        .values({
          ...{ editionId: edition.id, userId: lea.id, invitedAt: START, answer: "no" },
          ...{ answeredAt, words: "Conflitto con Marta Riva" },
        })
        .onConflictDoUpdate({
          target: [invitations.editionId, invitations.userId],
          set: { answeredAt, answer: "no" },
        });
    await refuse(clock.now);
    expect(await alert()).toBe(1);
    later(1);
    expect(await alert()).toBe(0);
    const today = await api("GET", "wp/v2/staff/today", { token: staff.token });
    const item = today.json.checks.find(
      ({ check }: { check: string }) => check === "invitations_declined",
    );
    expect(item).toMatchObject({ count: 1, word: "waiting" });
    const [mail] = await db.select().from(outbox).where(like(outbox.template, "staff_alert%"));
    const { text } = renderMail(mail as never, deps.config);
    expect(text).toContain("/dashboard/regia/valutatori?state=declined");
    expect(text).not.toMatch(/Leandra|lea@|Marta Riva/);
    later(20);
    await refuse(clock.now);
    expect(await alert()).toBe(1);
  });

  test("each data request that comes due is reported once, without the person", async () => {
    await choose({ summary_hour: null, alerts: ["request_due"] });
    const request = (userId: string) =>
      db.insert(dataRequests).values({
        ...{ userId, kind: "access", receivedOn: "2026-07-22", note: "Copia dei dati" },
      });
    await request(applicant.id);
    expect(await alert()).toBe(1);
    await request(director.id);
    later(1);
    expect(await alert()).toBe(1);
    const mails = await db.select().from(outbox).where(like(outbox.template, "staff_alert%"));
    expect(mails.map(({ data }) => Object.keys(data))).toEqual([["due_on"], ["due_on"]]);
  });
});

describe("the daily summary", () => {
  const summarize = () => sendSummaries({ ...deps, clockOff: () => 0 }, clock.now);
  const summaries = () => db.select().from(outbox).where(eq(outbox.template, "staff_summary"));
  const morning = (day: number) => new Date(Date.UTC(2026, 7, day, 6, 5));

  test("a summary arrives once a day at its hour, with what differs, in the person's language", async () => {
    await choose({ summary_hour: 8, alerts: [] }, director.token);
    // The chosen hour has already passed today, so the first summary is sent tomorrow.
    expect(await summarize()).toBe(0);
    clock.now = new Date(morning(21).getTime() - 10 * MINUTE);
    await db.insert(dataRequests).values({
      ...{ userId: applicant.id, kind: "access", receivedOn: "2026-07-22", note: "Copia dei dati" },
    });
    expect(await summarize()).toBe(0);
    clock.now = morning(21);
    expect(await summarize()).toBe(1);
    expect(await summarize()).toBe(0);
    const [mail] = await summaries();
    expect(mail).toMatchObject({ recipient: "dino@example.org", language: "en" });
    const { text, html } = renderMail(mail as never, deps.config);
    expect(text).toContain("Data requests that are due: 1");
    expect(text).toContain("/en/dashboard/regia/persone/richieste?state=due");
    expect(html).toContain("/en/dashboard/regia/persone/richieste?state=due");
    // Nothing has changed since the last summary, so none is sent.
    clock.now = morning(22);
    expect(await summarize()).toBe(0);
    await db.insert(dataRequests).values({
      ...{ userId: staff.id, kind: "access", receivedOn: "2026-07-22", note: "Copia dei dati" },
    });
    clock.now = morning(23);
    expect(await summarize()).toBe(1);
    const [, second] = await summaries();
    expect(renderMail(second as never, deps.config).text).toContain(
      "Data requests that are due: 2 (before: 1)",
    );
  });

  test("no summary leaves when nothing needs attention, or when only problems have ended", async () => {
    await choose({ summary_hour: 6, alerts: [] });
    await db.update(staffNotices).set({ summaryCounts: { requests_due: 3 } });
    clock.now = morning(21);
    expect(await summarize()).toBe(0);
    const [own] = await db.select().from(staffNotices);
    expect([own?.summaryOn, own?.summaryCounts]).toEqual(["2026-08-21", {}]);
  });

  test("the job sends alerts and summaries", async () => {
    await makeEvaluator();
    await stopMail();
    expect(await notifyStaff(deps, clock.now)).toBe(2);
  });
});
