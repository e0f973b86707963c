import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { AUDIT_ENTRIES_PER_PAGE } from "@/contract/staff/audit-log";
import { testBackend } from "@/tests/support/servers/backend";
import { type AuditEntry, appendAuditEntry, appendErasureEntry } from "../audit-log/entries";
import { passkeys } from "../db/schema/passkeys";
import { markReauthenticated } from "../users/sessions/reauthenticated";

const { api, db, clock, makeUser } = await testBackend();
const { token, sessionId } = await makeUser({ roles: ["auditor"] });
await markReauthenticated(db, sessionId, { byKey: true, now: clock.now });
const rita = await makeUser({ email: "rita@example.org", roles: ["staff"] });
const ada = await makeUser({ email: "ada@example.org" });
const mail = randomUUID();

const LINES: [AuditEntry, actor: string, hour: number][] = [];
for (let hour = 0; hour < 2 * AUDIT_ENTRIES_PER_PAGE + 7; hour += 1) {
  const target = { edition: randomUUID(), year: hour % 2 ? "2026" : "2027" };
  const line: AuditEntry =
    hour % 5 === 0
      ? {
          act: "edition.extend",
          target: { ...target, user: ada.id },
          data: { until: "x", secret: "y" },
        }
      : hour % 7 === 0
        ? { act: "mail.retry", target: { mail } }
        : { act: "edition.date", target, data: { which: "closes", date: "2026-09-30" } };
  LINES.push([line, hour % 3 ? "Carla Re" : "", hour]);
}
const at = (hour: number) => new Date(Date.UTC(2026, 7, 1, hour));
for (const [line, actor, hour] of LINES) {
  const by = { actor, ...(actor === "" && { actorId: rita.id, level: "owner" as const }) };
  await appendAuditEntry(db, { ...by, reason: `perché ${hour}`, now: at(hour) }, line);
}

type Query = Record<string, string | number>;
const get = async (query: Query) =>
  (await api("GET", `wp/v2/staff/acts?${new URLSearchParams(query as never)}`, { token })).json;
async function all(query: Query) {
  const found: { number: number }[] = [];
  let next: number | null = null;
  do {
    const page: { acts: { number: number }[]; next: number | null } = await get({
      ...query,
      ...(next && { before: next }),
    });
    found.push(...page.acts);
    next = page.next;
  } while (next !== null);
  return found.map(({ number }) => number);
}

test("an audit log entry shows person, action, target, time, and reason and no hidden fact", async () => {
  const { acts, next } = await get({ person: ada.id, per_page: 1 });
  expect(acts).toEqual([
    {
      number: 106,
      at: at(105).toISOString(),
      level: "owner",
      act: "edition.extend",
      who: "rita@example.org",
      edition: 2026,
      person: { id: ada.id, email: "ada@example.org" },
      mail: null,
      facts: { until: "x" },
      anyway: false,
      reason: "perché 105",
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  ]);
  expect(next).toBe(106);
});

/** Returns the numbers of the audit entries in an exported table. */
async function tableOf({ per_page: _, ...query }: Query) {
  const path = `wp/v2/staff/acts/export?${new URLSearchParams(query as never)}`;
  const rows = (await (await api("GET", path, { token })).response.text()).trim().split("\r\n");
  return rows.slice(1).map((row) => Number.parseInt(row, 10));
}

test("the cursors back lead through the same pages", async () => {
  type Page = { acts: { number: number }[]; next: number | null; previous: number | null };
  const query = { act: "edition.date", per_page: 13 };
  const forth: Page[] = [await get(query)];
  for (let next = forth[0]?.next; next; next = forth.at(-1)?.next) {
    forth.push(await get({ ...query, before: next }));
  }
  expect(forth.length).toBeGreaterThan(3);
  expect(forth.map(({ previous }) => previous !== null)).toEqual(forth.map((_, at) => at > 0));
  const back: Page[] = [forth.at(-1) as Page];
  for (let after = back[0]?.previous; after; after = back[0]?.previous) {
    back.unshift(await get({ ...query, after }));
  }
  expect(back.map(({ acts }) => acts)).toEqual(forth.map(({ acts }) => acts));
  expect(back.map(({ next }) => next)).toEqual(forth.map(({ next }) => next));
});

test("the exported table has no formula and no fact that the list hides", async () => {
  const reason = "=HYPERLINK(1)";
  await appendAuditEntry(
    db,
    { actor: "+Eva", reason, now: at(2000) },
    {
      act: "funnel.select",
      target: { year: "2031" },
      data: { "pre_selected selected": "A1 A2", despite: "B7" },
    },
  );
  const path = "wp/v2/staff/acts/export?edition=2031&lang=en";
  const { response } = await api("GET", path, { token });
  expect(response.headers.get("content-disposition")).toMatch(
    /^attachment; filename="log-2031-\d{4}-\d{2}-\d{2}-\d{4}\.csv"$/,
  );
  expect(response.headers.get("x-wp-total")).toBe("1");
  const [, row = ""] = (await response.text()).split("\r\n");
  for (const cell of [
    `"'${reason}"`,
    `"'+Eva"`,
    '"pre-selection, selected: 2"',
    '"2031"',
    '"yes"',
  ]) {
    expect(row).toContain(`,${cell},`);
  }
  for (const hidden of ["A1", "B7"]) expect(row).not.toContain(hidden);
});

test("an export is logged without the filter by person, and exporting all entries requires a passkey", async () => {
  const ines = await makeUser({ email: "ines@example.org", roles: ["staff"] });
  const ask = async (query: Query) => {
    const path = `wp/v2/staff/acts/export?${new URLSearchParams(query as never)}`;
    return (await api("GET", path, { token: ines.token })).response;
  };
  const lines = async () => (await get({ who: "ines@example.org" })).acts;
  expect((await ask({})).status).toBe(403);
  expect(await lines()).toEqual([]);
  const some = await ask({ who: "rita@example.org", act: "edition.extend", edition: 2027 });
  await markReauthenticated(db, ines.sessionId, { byKey: true, now: clock.now });
  const every = await ask({});
  const told = (response: Response, more: object = {}) => ({
    ...{ act: "table.export", level: "web", person: null },
    edition: "filter" in more ? 2027 : null,
    facts: {
      ...{ table: "log", count: response.headers.get("x-wp-total"), format: "csv", ...more },
      columns: expect.stringMatching(/^number at .* sha256$/),
    },
  });
  expect(Number(some.headers.get("x-wp-total"))).toBeGreaterThan(0);
  expect(await lines()).toMatchObject([
    told(every),
    told(some, { filter: "act=edition.extend who" }),
  ]);
});

test("pages follow one another without gaps for any filter", async () => {
  const hours = fc.integer({ min: 0, max: LINES.length });
  await fc.assert(
    fc.asyncProperty(
      fc.record(
        {
          act: fc.constantFrom("edition.extend", "edition.date", "mail.retry", "user.grant"),
          who: fc.constantFrom("Carla Re", "RITA@example.org", "nobody"),
          edition: fc.constantFrom(2026, 2027),
          person: fc.constant(ada.id),
          mail: fc.constant(mail),
          from: hours,
          to: hours,
          per_page: fc.integer({ min: 7, max: AUDIT_ENTRIES_PER_PAGE }),
        },
        { requiredKeys: [] },
      ),
      async ({ from, to, ...query }) => {
        const who = query.who === "RITA@example.org" ? "" : query.who;
        const expected = LINES.flatMap(([line, actor, hour], index) => {
          const isTrue =
            (query.act === undefined || line.act === query.act) &&
            (who === undefined || actor === who) &&
            (query.edition === undefined || line.target.year === String(query.edition)) &&
            (query.person === undefined || line.target.user === ada.id) &&
            (query.mail === undefined || line.target.mail === mail) &&
            (from === undefined || hour >= from) &&
            (to === undefined || hour < to);
          return isTrue ? [index + 1] : [];
        });
        const times = {
          ...(from !== undefined && { from: at(from).toISOString() }),
          ...(to !== undefined && { to: at(to).toISOString() }),
        };
        const asked = { ...query, ...times } as Query;
        // Each export adds an audit entry, so ignore entries that are newer than the test data.
        const listed = await all(asked);
        expect(listed.filter((number) => number <= LINES.length)).toEqual(expected.reverse());
        expect((await get(asked)).total).toBe(listed.length);
        expect(await tableOf(asked)).toEqual(listed.toReversed());
      },
    ),
    { numRuns: 40 },
  );
});

test("invalid parameters of the audit log are refused", async () => {
  for (const [name, value] of [
    ["act", "edition.eat"],
    ["person", "ada"],
    ["from", "yesterday"],
    ["before", "0"],
    ["after", "x"],
    ["per_page", "51"],
    ["edition", "x"],
  ]) {
    const answer = await api("GET", `wp/v2/staff/acts?${name}=${value}`, { token });
    expect([name, answer.status, answer.json.code]).toEqual([name, 422, "invalid_fields"]);
    expect(Object.keys(answer.json.data.fields)).toEqual([name]);
  }
});

test("an entry about an erased person has an id and no reason", async () => {
  const act = { actor: "Carla Re", reason: "asked for it", now: clock.now };
  await db.transaction((tx) => appendErasureEntry(tx, act, { id: ada.id, email: ada.email }));
  const { acts } = await get({ person: ada.id, per_page: 2 });
  expect(acts.map(({ act, reason }: { act: string; reason: string }) => [act, reason])).toEqual([
    ["user.erase", "asked for it"],
    ["edition.extend", null],
  ]);
});

test("staff without a second factor get the missing requirement, and other callers get 404", async () => {
  const staff = await makeUser({ roles: ["staff"] });
  const ask = async ({ token }: { token: string }) =>
    (await api("GET", "wp/v2/staff/acts", { token })).json.code;
  expect(await ask(staff)).toBeUndefined();
  await db.delete(passkeys).where(eq(passkeys.userId, staff.id));
  expect(await ask(staff)).toBe("second_factor_missing");
  expect(await ask(ada)).toBe("not_found");
});

test("the exported log has the labels of the screen in both languages", async () => {
  const by = { level: "web", actor: "Rita", reason: "", now: clock.now } as const;
  await appendAuditEntry(db, by, {
    act: "edition.date",
    target: { year: "2033" },
    data: { which: "evaluation-closes", date: "2033-12-01" },
  });
  await appendAuditEntry(db, by, {
    act: "table.export",
    target: { year: "2033" },
    data: { table: "applications", filter: "industry=industry-food", columns: "number started" },
  });
  for (const [lang, date, table] of [
    ["it", "Data spostata", "tabella: candidature; filtro: Settore "],
    ["en", "Date moved", "table: applications; filter: Sector "],
  ] as const) {
    const path = `wp/v2/staff/acts/export?edition=2033&lang=${lang}`;
    const text = await (await api("GET", path, { token })).response.text();
    expect(text).toContain(date);
    expect(text).toContain(table);
    expect(text).toContain(lang === "it" ? "fine della valutazione" : "evaluation ends");
    expect(text).not.toMatch(/evaluation-closes|edition\.date|industry|number started/);
  }
});
