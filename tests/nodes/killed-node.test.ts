import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { outbox } from "@/backend/db/schema/mail";
import { DEFAULT_LANGUAGE } from "@/contract/languages";
import { CALLER_ADDRESS, testBackend } from "../support/servers/backend";
import { startNode } from "../support/servers/node-process";
import { testSmtp } from "../support/servers/smtp";

const SAVERS = 100;
const KILLS = 3;
const MAILS = 60;

const { db, deps, makeUser, makeEdition } = await testBackend({ now: new Date() });
const smtp = await testSmtp();

test("a node killed under 100 savers takes no acknowledged save along, and no mail is lost", async () => {
  const [now, hour] = [Date.now(), 3_600_000];
  const dates = { opensAt: new Date(now - hour), closesAt: new Date(now + hour) };
  await makeEdition({ year: new Date().getUTCFullYear(), ...dates });
  const people = await Promise.all(Array.from({ length: SAVERS }, () => makeUser()));
  const start = () => startNode(deps.config, { SMTP_URL: smtp.url });
  const nodes = await Promise.all([start(), start()]);
  let isOver = false;

  async function saver({ token }: { token: string }, first: number) {
    let at = first;
    let acknowledged = "";
    let unanswered: string[] = [];
    for (let n = 0; !isOver; n += 1) {
      const nome = `${first} ${n}`;
      const answer = await fetch(`${nodes[at % 2]!.url}/wp-json/wp/v2/project`, {
        method: "POST",
        headers: {
          Authorization: `Bearer ${token}`,
          "Content-Type": "application/json",
          "X-Forwarded-For": CALLER_ADDRESS,
        },
        body: JSON.stringify({ nome }),
      }).catch(() => null);
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

  const saving = people.map(saver);
  const mail = { language: DEFAULT_LANGUAGE, template: "password_changed", data: {} };
  for (let kill = 0; kill < KILLS; kill += 1) {
    const batch = Array.from({ length: MAILS / KILLS }, (_, n) => ({
      ...mail,
      recipient: `m${kill}-${n}@example.org`,
    }));
    await db.insert(outbox).values(batch);
    await sleep(1_500);
    nodes[1]!.child.kill("SIGKILL");
    nodes[1] = await start();
  }
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
  await expect
    .poll(() => db.$count(outbox, sql`sent_at is not null`), { timeout: 60_000 })
    .toBe(MAILS);
  const told = smtp.received.map((one) => JSON.stringify(one)).join("\n");
  for (let kill = 0; kill < KILLS; kill += 1) {
    for (let n = 0; n < MAILS / KILLS; n += 1) expect(told).toContain(`m${kill}-${n}@example.org`);
  }
  // A mail that a server has accepted from a process that died before it could say so is the only one sent again.
  expect(smtp.received.length).toBeLessThanOrEqual(MAILS + KILLS);
}, 300_000);
