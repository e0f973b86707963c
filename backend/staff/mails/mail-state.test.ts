import { pino } from "pino";
import { expect, test, vi } from "vitest";
import { LANGUAGES } from "@/contract/languages";
import { type SenderDomain, summariseRecords } from "@/contract/staff/mails";
import type { Today } from "@/contract/staff/today";
import { testBackend } from "@/tests/support/servers/backend";
import { createBackend } from "../../app";
import { auditEntries } from "../../db/schema/audit-log";
import { mailPause, outbox } from "../../db/schema/mail";
import { NAMED } from "../../mail/messages";
import { type Dns, keepSenderDomain, senderDomain } from "../../mail/sender-domain";
import { serverWords } from "../../mail/transport";
import { startMailWorker } from "../../mail/worker";

// Use the real time, because the outbox uses the database's clock.
const now = new Date();
const { api, db, deps, makeUser } = await testBackend({ now });
const { token } = await makeUser({ roles: ["staff"] });
const LIST = "wp/v2/staff/mails";
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const get = async (path: string) => (await api("GET", path, { token })).json;
const plant = (values: Partial<typeof outbox.$inferInsert> = {}) =>
  db.insert(outbox).values({
    recipient: "nadia@granofuturo.example",
    language: "it",
    template: "application_sent",
    data: { number: "2026-000103", first_name: "Nadia" },
    ...values,
  });
async function make(path: string) {
  const shown = await api("POST", path, { token, body: {} });
  return api("POST", path, { token, body: { plan: shown.json.plan, reason: "server giù" } });
}

test("a healthy outbox shows when the server accepted the last email, without a chart", async () => {
  await plant({ sentAt: ago(20), createdAt: ago(21), says: "250 Ok" });
  expect(await get(`${LIST}/state`)).toMatchObject({
    stuck: 0,
    trouble: null,
    taken_at: ago(20).toISOString(),
    minutes: [],
  });
});

test("a standstill has its start, the server's response, and counts per minute", async () => {
  const says = "421 4.7.0 Too many concurrent connections";
  const refused = { attempts: 4, nextAttemptAt: ago(-1), says };
  await plant({ createdAt: ago(10), ...refused });
  await plant({ createdAt: ago(10), ...refused });
  await plant({ createdAt: ago(4), ...refused });
  const state = await get(`${LIST}/state`);
  expect(state).toMatchObject({
    stuck: 3,
    stuck_since: ago(10).toISOString(),
    trouble: "refusing",
    says,
    attempts: 12,
  });
  const total = (name: "taken" | "waiting") =>
    state.minutes.reduce((sum: number, one: Record<string, number>) => sum + (one[name] ?? 0), 0);
  expect([total("taken"), total("waiting")]).toEqual([1, 3]);
  const { checks } = await get("wp/v2/staff/today");
  expect(checks).toContainEqual(expect.objectContaining({ check: "mails_stuck", count: 3, says }));
});

test("an inactive worker is a separate cause of a standstill", async () => {
  await plant({ createdAt: ago(10), nextAttemptAt: ago(10) });
  expect((await get(`${LIST}/state`)).trouble).toBe("silent");
});

test("while emails are paused, the start page says so and no worker counts as silent", async () => {
  expect((await make(`${LIST}/pause`)).json).toMatchObject({ done: true });
  expect((await make(`${LIST}/pause`)).json).toMatchObject({ code: "act_refused" });
  const { checks } = await get("wp/v2/staff/today");
  const countOf = (name: string) =>
    checks.find(({ check }: { check: string }) => check === name)?.count;
  expect([countOf("mails_paused"), countOf("worker_silent"), countOf("mails_stuck")]).toEqual([
    1, 0, 0,
  ]);
  const sent: string[] = [];
  const send = async ({ id }: { id: string }) => {
    sent.push(id);
    return "250 Ok: queued as 4XjZ81";
  };
  const log = pino({ level: "silent" });
  const worker = startMailWorker({ databaseUrl: deps.config.DATABASE_URL, send, log });
  try {
    expect((await make(`${LIST}/hurry`)).json).toMatchObject({ done: true });
    worker.wake();
    await vi.waitFor(() => expect(worker.idle()).toBe(true));
    expect(sent).toEqual([]);
    expect((await make(`${LIST}/resumption`)).json).toMatchObject({ done: true });
    worker.wake();
    await vi.waitFor(() => expect(sent).toHaveLength(4), { timeout: 15_000 });
    await vi.waitFor(async () =>
      expect((await get(`${LIST}?state=sent`)).mails[0].says).toBe("250 Ok: queued as 4XjZ81"),
    );
  } finally {
    await worker.stop();
  }
  expect(await db.$count(mailPause)).toBe(0);
  const lines = await db
    .select({ act: auditEntries.act })
    .from(auditEntries)
    .orderBy(auditEntries.number);
  expect(lines.map(({ act }) => act)).toEqual(["mail.pause", "mail.hurry", "mail.resume"]);
}, 60_000);

test("a response of the mail server is one short line without links and secrets", () => {
  const said = `550 5.7.1 spam:\r\n https://slancio.example/login?token=abc ${"k".repeat(50)} ${"no ".repeat(90)}`;
  const words = serverWords(said);
  expect(words).toMatch(/^550 5\.7\.1 spam: … … no no/);
  expect(words.length).toBeLessThanOrEqual(200);
  expect(words).not.toMatch(/token|kkkk|[\r\n]/);
});

test("each email is shown in both languages, with real data if one was sent", async () => {
  const { templates } = await get("wp/v2/staff/mail-templates");
  expect(templates.map(({ template }: { template: string }) => template)).toEqual(NAMED);
  for (const template of NAMED) {
    for (const language of LANGUAGES) {
      const path = `wp/v2/staff/mail-templates/${template}?language=${language}`;
      const { subject, html, to } = await get(path);
      expect([template, `${subject} ${html}`.match(/\{\w+\}|undefined/)]).toEqual([template, null]);
      expect(html).toContain(`<html lang="${language}">`);
      expect(to).toBe(template === "application_sent" ? "nadia@granofuturo.example" : null);
    }
  }
  expect((await api("GET", "wp/v2/staff/mail-templates/nothing", { token })).status).toBe(404);
});

test("the preview of a sent email omits the secret of its link, and scores are sample data", async () => {
  const data = { token: "a-secret-of-a-link" };
  await plant({ template: "password_recovery", sentAt: ago(1), data });
  await plant({ template: "evaluation_closed", sentAt: ago(1), data: { sha256: "f".repeat(64) } });
  const seen = JSON.stringify([
    await get("wp/v2/staff/mail-templates/password_recovery"),
    await get("wp/v2/staff/mail-templates/evaluation_closed"),
  ]);
  expect(seen).not.toMatch(/a-secret-of-a-link|f{64}/);
});

test("the sender domain is reported by DNS record", async () => {
  const config = { MAIL_FROM: "Slancio <ciao@slancio.it>", DKIM_SELECTOR: "s1" };
  const dns: Dns = {
    resolveTxt: async (name: string) => {
      if (name === "slancio.it") return [["v=spf1 ", "-all"]];
      throw Object.assign(new Error(name), {
        code: name.startsWith("_dmarc") ? "ENOTFOUND" : "ETIMEOUT",
      });
    },
  };
  const { domain, records } = await senderDomain(config, dns);
  expect([domain, ...records.map(({ name, state }) => `${name} ${state}`)]).toEqual([
    "slancio.it",
    "SPF there",
    "DKIM unknown",
    "DMARC missing",
  ]);
  const bare = await senderDomain({ MAIL_FROM: "ciao@slancio.example" }, dns);
  expect(bare.records.map(({ state }) => state)).toEqual(["reserved", "unasked", "reserved"]);
});

test("a record without a known state never counts as found", () => {
  const STATES = ["there", "missing", "unknown", "unasked", "reserved"] as const;
  const names = ["SPF", "DKIM", "DMARC"] as const;
  for (const one of STATES) {
    const records = names.map((name) => ({
      ...{ name, at: "slancio.it" },
      state: name === "DKIM" ? one : ("there" as const),
    }));
    expect([one, summariseRecords({ records })]).toEqual([
      one,
      { missing: one === "missing" ? 1 : 0, known: one === "there" || one === "missing" },
    ]);
  }
});

test("Today keeps the records of the sender domain for ten minutes and never waits for them", async () => {
  const time = { now: 0 };
  const state = { answers: 0 };
  const found = async () => {
    state.answers += 1;
    if (state.answers === 2) throw new Error("no resolver");
    return senderDomain({ MAIL_FROM: "ciao@slancio.example" }, { resolveTxt: async () => [] });
  };
  const domain = keepSenderDomain(found, () => time.now);
  expect(domain()).toBeNull();
  await vi.waitFor(() => expect(domain()?.domain).toBe("slancio.example"));
  expect(state.answers).toBe(1);
  time.now = 10 * 60_000;
  domain();
  await vi.waitFor(() => expect(domain()).toBeNull());
  expect(state.answers).toBe(2);
});

test("unknown records of the sender domain are unknown on Today, and missing ones are counted", async () => {
  const checkOf = async (records: SenderDomain | null) => {
    const own = createBackend({ ...deps, senderDomain: () => records });
    const headers = { Authorization: `Bearer ${token}` };
    const answer = await own.fetch(
      new Request("https://slancio.example/wp-json/wp/v2/staff/today", { headers }),
    );
    const { checks } = (await answer.json()) as Today;
    return checks.find(({ check }) => check === "sender_domain");
  };
  const reading = (texts: string[][]) =>
    senderDomain({ MAIL_FROM: "ciao@slancio.it" }, { resolveTxt: async () => texts });
  expect(await checkOf(null)).toMatchObject({ count: 0, known: false });
  expect(await checkOf(await reading([["v=spf1 -all"], ["v=DMARC1"]]))).toMatchObject({
    ...{ count: 0, known: false },
  });
  expect(await checkOf(await reading([]))).toMatchObject({ count: 2, known: true });
});
