import { setTimeout as sleep } from "node:timers/promises";
import { eq, like, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { projects, submissions } from "@/backend/db/schema/applications";
import { clockRuns } from "@/backend/db/schema/clock";
import { outbox } from "@/backend/db/schema/mail";
import { MAIL_CONNECTIONS } from "@/backend/mail/worker";
import { DEFAULT_LANGUAGE } from "@/contract/languages";
import { fullDraft, insertFile } from "../support/people/project";
import { CALLER_ADDRESS, testBackend } from "../support/servers/backend";
import { testNodes } from "../support/servers/instance-process";
import { testSmtp } from "../support/servers/smtp";

const SAVERS = 100;
const SENDERS = 12;
/** The number of reminder emails. An instance needs so long to write them that the test can kill it meanwhile. */
const REMINDED = 300;
const KILLS = 3;
const MAILS = 60;
/** Milliseconds that an instance runs before applicants send their applications and the instance is killed. */
const LIFE = 1_500;
const [HOUR, DAY] = [3_600_000, 86_400_000];
const PROJECT = "/wp-json/wp/v2/project";

const { api, db, deps, makeUser, makeEdition } = await testBackend({ now: new Date() });
const smtp = await testSmtp();
const startNode = testNodes();
const nodes: Awaited<ReturnType<typeof startNode>>[] = [];
const start = () => startNode(deps.config, { SMTP_URL: smtp.url });
let isOver = false;

/** Sends a request to one of two instances. Returns the response, or null if the instance stops before responding. */
function post(at: number, path: string, token: string, body: object = {}) {
  return fetch(nodes[at % 2]!.url + path, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${token}`,
      "Content-Type": "application/json",
      "X-Forwarded-For": CALLER_ADDRESS,
    },
    body: JSON.stringify(body),
  }).catch(() => null);
}

/** Saves an application every second. Returns the last confirmed text, and later texts that may also be stored. */
async function saver({ token }: { token: string }, first: number) {
  let at = first;
  let acknowledged = "";
  let unanswered: string[] = [];
  for (let n = 0; !isOver; n += 1) {
    const nome = `${first} ${n}`;
    const answer = await post(at, PROJECT, token, { nome });
    if (answer?.status === 200) {
      acknowledged = nome;
      unanswered = [];
    } else {
      unanswered.push(nome);
      at += 1;
    }
    await sleep(1_000);
  }
  return { acknowledged, unanswered };
}

/** Sends an application to alternating instances until one returns a receipt. Returns the receipt's number. */
async function receipt(token: string, first: number): Promise<string> {
  for (let at = first; ; at += 1) {
    const answer = await post(at, `${PROJECT}/send`, token);
    // Ignore an incomplete response, because the instance was killed while it responded.
    const json = answer?.status === 200 ? await answer.json().catch(() => null) : null;
    if (json) return json.receipt.number;
    await sleep(100);
  }
}

async function complete() {
  const user = await makeUser();
  await api("POST", "wp/v2/project", { token: user.token, body: fullDraft() });
  const [project] = await db.select().from(projects).where(eq(projects.userId, user.id));
  for (const field of ["pitch", "video"] as const) {
    await insertFile(db, project!.id, field, `${field} of ${user.id}`);
  }
  return user;
}

/** Creates many applicants who must get the reminder a week before the deadline. */
async function seedReminded(editionId: string) {
  const createdAt = new Date(Date.now() - 20 * DAY);
  const people = await Promise.all(Array.from({ length: REMINDED }, () => makeUser({ createdAt })));
  await db
    .insert(projects)
    .values(people.map(({ id }) => ({ editionId, userId: id, fields: {}, version: 1, createdAt })));
  return people;
}

test("an instance killed during 100 parallel saves loses no acknowledged save and repeats no sending or reminder", async () => {
  const now = Date.now();
  const dates = { opensAt: new Date(now - 30 * DAY), closesAt: new Date(now + 2 * DAY + HOUR) };
  const edition = await makeEdition({ year: new Date().getUTCFullYear(), ...dates });
  const people = await Promise.all(Array.from({ length: SAVERS }, () => makeUser()));
  const senders = await Promise.all(Array.from({ length: SENDERS }, complete));
  const reminded = await seedReminded(edition.id);
  nodes.push(...(await Promise.all([start(), start()])));

  const saving = people.map(saver);
  const sending: Promise<string>[] = [];
  const mail = { language: DEFAULT_LANGUAGE, template: "password_changed", data: {} };
  for (let kill = 0; kill < KILLS; kill += 1) {
    const batch = Array.from({ length: MAILS / KILLS }, (_, n) => ({
      ...mail,
      recipient: `m${kill}-${n}@example.org`,
    }));
    await db.insert(outbox).values(batch);
    await sleep(LIFE);
    const pressing = senders.slice(sending.length, sending.length + SENDERS / KILLS);
    sending.push(...pressing.map(({ token }) => receipt(token, 1)));
    await sleep(kill * 20);
    nodes[1]!.child.kill("SIGKILL");
    // Delete the record of job runs, so that the next instance writes the reminders immediately.
    await db.delete(clockRuns);
    nodes[1] = await start();
  }
  const numbers = await Promise.all(sending);
  isOver = true;
  const kept = await Promise.all(saving);

  const { rows } = await db.execute<{ user_id: string; nome: string }>(
    sql`select user_id, fields->>'nome' as nome from projects`,
  );
  const stored = new Map(rows.map(({ user_id, nome }) => [user_id, nome]));
  const lost = kept.filter(({ acknowledged, unanswered }, n) => {
    const found = stored.get(people[n]!.id) ?? "";
    return found !== acknowledged && !unanswered.includes(found);
  });
  expect(kept.every(({ acknowledged }) => acknowledged !== "")).toBe(true);
  expect(lost).toEqual([]);

  const again = await Promise.all(senders.map(({ token }, n) => receipt(token, n)));
  expect(again).toEqual(numbers);
  const sent = await db.select({ number: submissions.number }).from(submissions);
  expect(sent.map(({ number }) => number).sort()).toEqual(numbers.toSorted());

  const emails = (some: { email: string }[]) => some.map(({ email }) => email).sort();
  const recipients = async (template: string, of: { email: string }[]) =>
    (await db.select().from(outbox).where(like(outbox.template, template)))
      .map(({ recipient }) => recipient)
      .filter((email) => of.some((one) => one.email === email))
      .sort();
  await expect
    .poll(() => recipients("reminder%", reminded), { timeout: 60_000 })
    .toEqual(emails(reminded));
  expect(await recipients("application_sent", senders)).toEqual(emails(senders));

  const waiting = () => db.$count(outbox, sql`sent_at is null`);
  await expect.poll(waiting, { timeout: 60_000 }).toBe(0);
  const ids = new Set(smtp.received.map(({ messageId }) => messageId));
  const told = new Set(smtp.received.flatMap(({ to }) => to));
  expect(ids.size).toBe(await db.$count(outbox));
  for (let kill = 0; kill < KILLS; kill += 1) {
    for (let n = 0; n < MAILS / KILLS; n += 1) expect(told).toContain(`m${kill}-${n}@example.org`);
  }
  // An email is sent twice only if the mail server accepted it from a process that was killed before its commit.
  expect(smtp.received.length - ids.size).toBeLessThanOrEqual(KILLS * MAIL_CONNECTIONS);
}, 300_000);
