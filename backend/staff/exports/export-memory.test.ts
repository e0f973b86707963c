import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { exportColumns } from "@/contract/staff/exports";
import { evaluationBench, five } from "@/tests/support/people/evaluation";
import { evaluations } from "../../db/schema/evaluations";
import { markReauthenticated } from "../../users/sessions/reauthenticated";

const bench = await evaluationBench({ now: new Date("2026-11-20T10:00:00.000Z") });
const { db, api, clock, edition, makeSent, makeEvaluator, makeUser } = bench;

/** Number of rows of each table. */
const ROWS = 1_500;
/** A text that makes each row large. All rows of a table together are several times larger than `LIMIT`. */
const LONG = sql`repeat('Perché no? ', 1000)`;
/** Bytes that an export can keep in memory, regardless of the number of its rows. */
const LIMIT = 10_000_000;

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

function used(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/**
 * Repeats the work until memory can be measured after 50 % and 80 % of its duration. Returns the larger increase in
 * used bytes since the start of the work, without garbage. The first run only finds out the duration, loads modules,
 * and caches the ranking for later requests.
 */
async function memoryOf(work: () => Promise<void>): Promise<number> {
  let duration = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 5; run += 1) {
    const before = used();
    const found: number[] = [];
    const moments = duration < Number.POSITIVE_INFINITY ? [0.5, 0.8] : [];
    const timers = moments.map((share) =>
      setTimeout(() => found.push(used() - before), share * duration),
    );
    const began = performance.now();
    await work();
    duration = performance.now() - began;
    for (const timer of timers) clearTimeout(timer);
    if (found.length > 0) return Math.max(...found);
  }
  throw new Error("the work ended before each measurement");
}

const model = await makeSent({ fields: { nome: "Alfa" } });
const evaluator = await makeEvaluator();
await evaluator.save(model.id, { scores: five(5, 5, 5, 5, 5) });
const staff = await makeUser({ roles: ["staff"] });
await markReauthenticated(db, staff.sessionId, { byKey: true, now: clock.now });

const numbers = sql`generate_series(1, ${ROWS}) as n`;
await db.execute(sql`insert into users (email, first_name, last_name, email_confirmed_at)
  select 'persona' || n || '@example.org', 'Ada', 'Riva', now() from ${numbers}`);
const people = sql`(select id, email, row_number() over (order by email) as n from users
  where email like 'persona%') as person`;
await db.execute(sql`insert into projects (edition_id, user_id, fields, version, sent_version, sent_at)
  select ${edition.id}, id, jsonb_build_object('nome', 'Progetto ' || n, 'idea', ${LONG}), 1, 1, now() from ${people}`);
await db.execute(sql`insert into submissions (project_id, edition_id, number, sha256, version, sent_at, project)
  select projects.id, ${edition.id}, '2027-' || lpad(n::text, 6, '0'), repeat('0', 64), 1, now(),
    model.project || projects.fields
  from projects join ${people} on person.id = projects.user_id,
    (select project from submissions where project_id = ${model.id}) as model`);
await db.execute(sql`insert into evaluations (edition_id, project_id, evaluator_id, impact, utility, feasibility,
    scalability, innovation, version, submission_id)
  select edition_id, project_id, ${evaluator.id}, 5, 6, 7, 8, 9, 1, id from submissions
  where project_id <> ${model.id}`);
await db.execute(sql`insert into data_requests (user_id, kind, received_on, note)
  select id, 'access', '2026-11-01', ${LONG} from ${people}`);
await db.execute(sql`insert into whitepaper_requests (email, first_name, last_name, company, role, newsletter, language)
  select email, 'Ada', 'Riva', ${LONG}, 'CEO', true, 'it' from ${people}`);
await db.execute(sql`insert into outbox (user_id, recipient, language, template, data, attempts, failed_at, last_error, expires_at)
  select id, email, 'it', 'reminder_begin', '{}', 1, now(), ${LONG}, now() from ${people}`);
await db.execute(sql`insert into acts (at, level, act, target, data, words)
  select now(), 'command', 'application.note', jsonb_build_object('user', id), '{}',
    jsonb_build_object('actor', jsonb_build_object('text', 'Rita', 'salt', '-'), 'reason', jsonb_build_object('text', ${LONG}, 'salt', '-'))
  from ${people}`);
await db.execute(sql`analyze`);
expect((await evaluator.close()).status).toBe(200);
expect(await db.$count(evaluations)).toBe(ROWS + 1);

const all = (list: Parameters<typeof exportColumns>[0]) =>
  `columns=${exportColumns(list).join(",")}`;

test.each([
  ["applications", `applications/export?${all("applications")}`, ["csv", "xlsx"]],
  ["the ranking", `selection/export?${all("selection")}`, ["xlsx"]],
  ["each score", `selection/export?rows=scores&${all("selection")}`, ["xlsx"]],
  ["readings", `assignment/matrix/export?${all("assignment")}`, ["xlsx"]],
  ["people", `people/export?${all("people")}`, ["xlsx"]],
  ["emails", `mails/export?${all("mails")}`, ["xlsx"]],
  ["data requests", `requests/export?state=all&${all("requests")}`, ["xlsx"]],
  ["whitepaper requests", `whitepaper/export?${all("whitepaper")}`, ["xlsx"]],
  ["the log", `acts/export?${all("log")}`, ["xlsx"]],
])(
  "an export of %s needs no more memory for more rows",
  async (_, path, formats) => {
    for (const format of formats) {
      const read = async () => {
        const address = `wp/v2/staff/${path}&format=${format}`;
        const { response, status } = await api("GET", address, { token: staff.token });
        expect([path, status]).toEqual([path, 200]);
        expect(Number(response.headers.get("x-wp-total"))).toBeGreaterThanOrEqual(ROWS);
        let bytes = 0;
        for await (const chunk of response.body ?? []) bytes += chunk.length;
        expect(bytes).toBeGreaterThan(0);
      };
      expect(await memoryOf(read)).toBeLessThan(LIMIT);
    }
  },
  120_000,
);
