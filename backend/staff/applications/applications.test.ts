import { and, eq, ne } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isFileField, REQUIRED_FIELDS } from "@/contract/project/project-fields";
import { APPLICATION_STATES } from "@/contract/staff/application-states";
import { APPLICATION_PROBLEMS } from "@/contract/staff/applications";
import { parseCsv } from "@/tests/support/made-files/unpack";
import { freshTexts, LETTERS } from "@/tests/support/people/letters";
import { fullDraft, insertFile } from "@/tests/support/people/project";
import { testBackend } from "@/tests/support/servers/backend";
import { files, projectEvents, projects } from "../../db/schema/applications";
import { auditEntries } from "../../db/schema/audit-log";
import { outbox } from "../../db/schema/mail";
import { markReauthenticated } from "../../users/sessions/reauthenticated";
import type { Filter } from "./application-filter";
import { chosenApplications } from "./chosen-applications";

const { api, db, clock, makeUser, makeEdition } = await testBackend();
const edition = await makeEdition();
const staff = await makeUser({ email: "rita@example.org", roles: ["staff"] });
const { token } = staff;
const LIST = "wp/v2/staff/applications";

const NAMES = ["Onda Quieta", "Passo Lento", "Filò", "100%", "Grano Futuro"];
const TEXTS =
  "nome idea femminile costituita tipologia_impresa industry tech stage sustainableretail";
const FILLED = Object.fromEntries(TEXTS.split(" ").map((name) => [name, "x"]));
type Draft = typeof projects.$inferInsert;
async function plant(index: number, values: Partial<Draft> = {}) {
  const user = await makeUser({
    email: `p${index}@example.org`,
    firstName: `Nome${index % 3}`,
    lastName: "Rossi",
    ...(index % 7 === 0 && { emailConfirmedAt: null }),
  });
  const [row] = await db
    .insert(projects)
    .values({
      editionId: edition.id,
      userId: user.id,
      fields: {
        ...FILLED,
        nome: NAMES[index % NAMES.length],
        referente_telefono: `+39 333 00${index}`,
      } as Draft["fields"],
      version: 3,
      savedAt: new Date(clock.now.getTime() - (index % 4) * 60_000),
      ...values,
    })
    .returning();
  if (!row) throw new Error("no project");
  return { ...row, email: user.email };
}
const seeded: Awaited<ReturnType<typeof plant>>[] = [];
for (let index = 0; index < 40; index += 1) {
  const kinds: Partial<Draft>[] = [
    {},
    { sentVersion: 3, sentAt: clock.now },
    { sentVersion: 2, sentAt: clock.now },
    { sentVersion: 3, sentAt: clock.now, withdrawnAt: clock.now },
    { extendedUntil: new Date("2026-10-05T10:00:00.000Z") },
  ];
  seeded.push(await plant(index, kinds[index % kinds.length]));
}
for (const { id } of seeded.slice(0, 5)) {
  const refusal = { projectId: id, type: "file_refused", data: { field: "pitch" } } as const;
  await db.insert(projectEvents).values([refusal, refusal]);
}
await db.insert(outbox).values({
  recipient: seeded[6]?.email ?? "",
  language: "it",
  template: "sent",
  data: {},
  failedAt: clock.now,
});

type Query = Record<string, string>;
const get = async (query: Query = {}) =>
  (await api("GET", `${LIST}?${new URLSearchParams(query)}`, { token })).json;

/** SQL condition for audit entries of actions, without exports. */
const made = ne(auditEntries.act, "table.export");

/** Exports the applications after a re-authentication with a passkey, and returns the table without its heading. */
async function table(query: Query = {}) {
  await markReauthenticated(db, staff.sessionId, { byKey: true, now: clock.now });
  const { response, headers } = await api("GET", `${LIST}/export?${new URLSearchParams(query)}`, {
    token,
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const [, ...rows] = parseCsv(bytes.subarray(3).toString(), ";");
  return { rows, total: Number(headers.get("x-wp-total")) };
}

async function walk(query: Query) {
  const pages: string[][] = [];
  let next: string | null = null;
  let last: { previous: string | null } = { previous: null };
  do {
    const page: { applications: { id: string }[]; next: string | null; previous: string | null } =
      await get({ ...query, ...(next && { after: next }) });
    pages.push(page.applications.map(({ id }) => id));
    [next, last] = [page.next, page];
  } while (next !== null);
  return { ids: pages.flat(), pages, last };
}

test("list, total, export, letter, and actions select the same applications for any filter", async () => {
  const filters = fc.record(
    {
      state: fc.constantFrom(...APPLICATION_STATES),
      trouble: fc.constantFrom(...APPLICATION_PROBLEMS),
      extended: fc.constant("yes"),
      due: fc.constantFrom("ahead", "soon"),
      readings: fc.constantFrom("few", "0-"),
      outcome: fc.constant("undecided"),
      earlier: fc.constantFrom("yes", "no"),
      sort: fc.constantFrom("name", "-progress", "signals"),
      search: fc.constantFrom(
        "onda",
        "filo",
        "100%",
        "Nome1",
        "p1",
        "333",
        "rossi passo",
        "nobody",
      ),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(filters, fc.integer({ min: 3, max: 20 }), async (drawn, per_page) => {
      const query = drawn as Query;
      const { ids } = await walk({ ...query, per_page: String(per_page) });
      const { total } = await get(query);
      const exported = await table(query);
      const idOf = new Map(seeded.map(({ id, email }) => [email, id]));
      const selection = { query: query as Filter, count: ids.length };
      const chosen = await chosenApplications(db, selection, clock.now);
      const shown = await api("POST", `${LIST}/extension`, {
        token,
        body: { selection, until: "2026-10-20" },
      });
      expect(new Set(ids).size).toBe(ids.length);
      expect(exported.rows.map(([, , email = ""]) => idOf.get(email))).toEqual(ids);
      expect(chosen.map(({ id }) => id)).toEqual([...ids].sort());
      expect([total, exported.total]).toEqual([ids.length, ids.length]);
      const against = shown.json.against.reduce(
        (all: number, { count }: { count: number }) => all + count,
        0,
      );
      expect(shown.json.count + against).toBe(ids.length);
      const body = { selection, texts: freshTexts() };
      const letter = await api("POST", LETTERS, { token, body });
      const leftOut = await api("POST", `${LETTERS}/left-out`, { token, body });
      expect(letter.json.count + leftOut.json.total).toBe(ids.length);
    }),
    { numRuns: 40 },
  );
  expect(await db.$count(auditEntries, made)).toBe(0);
}, 120_000);

test("going back shows the previous page", async () => {
  const { pages } = await walk({ per_page: "7" });
  const first = await get({ per_page: "7" });
  expect(first.previous).toBeNull();
  const second = await get({ per_page: "7", after: first.next });
  const back = await get({ per_page: "7", before: second.previous });
  expect(back.applications.map(({ id }: { id: string }) => id)).toEqual(pages[0]);
  expect(back.previous).toBeNull();
  expect(back.next).toBe(first.next);
});

test("an application is complete with all required texts and files and otherwise begun", async () => {
  const { id } = await plant(200, { fields: fullDraft() });
  const stateNow = async () => {
    const { applications } = await get({ search: "p200" });
    return [applications[0].id, applications[0].state];
  };
  const FILES = REQUIRED_FIELDS.filter(isFileField);
  for (const field of FILES) await insertFile(db, id, field);
  const counted = (await get()).states;
  expect(counted).toMatchObject({ complete: 1, sent: 8, changed: 8, withdrawn: 8 });
  expect(await walk({ state: "complete" })).toMatchObject({ ids: [id] });
  for (const field of REQUIRED_FIELDS) {
    const isFile = isFileField(field);
    const attached = and(eq(files.projectId, id), eq(files.field, field as "pitch"));
    if (isFile) await db.update(files).set({ detachedAt: clock.now }).where(attached);
    const fields = { ...fullDraft(), ...(!isFile && { [field]: undefined }) };
    await db.update(projects).set({ fields }).where(eq(projects.id, id));
    expect([field, await stateNow()]).toEqual([field, [id, "begun"]]);
    if (isFile) await db.update(files).set({ detachedAt: null }).where(attached);
  }
  await db.update(projects).set({ fields: fullDraft() }).where(eq(projects.id, id));
  expect(await stateNow()).toEqual([id, "complete"]);
  await db.delete(projects).where(eq(projects.id, id));
});

describe("an action on applications", () => {
  const ids = seeded.slice(0, 5).map(({ id }) => id);
  const body = { selection: { ids }, until: "2026-10-20" };
  const extend = (more: object, by = token) =>
    api("POST", `${LIST}/extension`, { token: by, body: { ...body, ...more } });

  test("an action on applications is a preview without a plan and is executed with plan and reason", async () => {
    const shown = await extend({});
    expect(shown.json).toMatchObject({
      done: false,
      line: null,
      count: 5,
      effects: [{ name: "extended", count: 5 }],
    });
    expect(shown.json.mails).toEqual([{ template: "deadline_extended", language: "it", count: 5 }]);
    const { plan } = shown.json;
    const silent = await extend({ plan });
    expect([silent.status, silent.json.data.fields]).toEqual([422, { reason: "required" }]);
    expect(await db.$count(outbox, eq(outbox.template, "deadline_extended"))).toBe(0);
    const done = await extend({ plan, reason: "Il nodo b è ripartito." });
    expect(done.json).toMatchObject({ done: true, count: 5 });
    const lines = await db.select().from(auditEntries).where(made);
    expect(lines.map(({ level, actorId, act, plan }) => [level, actorId, act, plan])).toEqual(
      ids.map(() => ["web", staff.id, "edition.extend", plan]),
    );
    expect(done.json.line).toBe(lines[0]?.number);
  });

  test("an action is refused with a new preview after a concurrent change", async () => {
    const remind = (more: object) =>
      api("POST", `${LIST}/reminders`, {
        token,
        body: { selection: { ids: [seeded[5]?.id] }, ...more },
      });
    const { plan } = (await remind({})).json;
    const [one, other] = await Promise.all([
      remind({ plan, reason: "ultima sera" }),
      remind({ plan, reason: "ultima sera" }),
    ]);
    const stale = one.status === 412 ? one : other;
    expect([one.status, other.status].sort()).toEqual([200, 412]);
    expect(stale.json.code).toBe("plan_changed");
    expect(stale.json.data.current).toMatchObject({
      count: 0,
      against: [{ name: "reminded_today", count: 1 }],
    });
    expect(await db.$count(outbox, eq(outbox.template, "reminder_incomplete"))).toBe(1);
  });

  test("an action on all matches is refused when there are more matches than in the preview", async () => {
    const all = { selection: { query: { search: "grano" }, count: 8 }, until: "2026-10-21" };
    const before = await get({ search: "grano" });
    const act = { ...all, selection: { ...all.selection, count: before.total } };
    const shown = await api("POST", `${LIST}/extension`, { token, body: act });
    await plant(104);
    const grown = await api("POST", `${LIST}/extension`, {
      token,
      body: { ...act, plan: shown.json.plan, reason: "x", typed: before.total },
    });
    expect([grown.status, grown.json.code]).toEqual([412, "plan_changed"]);
    expect(grown.json.data.current.count).toBe(before.total + 1);
  });

  test("an action skips blocked applications only with an override", async () => {
    const unextend = (more: object) =>
      api("POST", `${LIST}/unextension`, {
        token,
        body: {
          selection: { ids: seeded.slice(3, 8).map(({ id }) => id) },
          reason: "errore",
          ...more,
        },
      });
    const shown = (await unextend({})).json;
    expect(shown).toMatchObject({ count: 2, against: [{ name: "no_extension", count: 3 }] });
    const refused = await unextend({ plan: shown.plan });
    expect([refused.status, refused.json.code]).toEqual([422, "act_refused"]);
    expect((await unextend({ plan: shown.plan, anyway: true })).json).toMatchObject({
      done: true,
      count: 2,
    });
  });

  test("an action on more than ten applications requires the typed count", async () => {
    const many = { selection: { ids: seeded.slice(8, 20).map(({ id }) => id) }, reason: "guasto" };
    const { plan } = (await extend(many)).json;
    for (const [typed, code] of [
      [undefined, "required"] as const,
      [11, "invalid_choice"] as const,
    ]) {
      const answer = await extend({ ...many, plan, typed });
      expect([answer.status, answer.json.data.fields]).toEqual([422, { typed: code }]);
    }
    expect((await extend({ ...many, plan, typed: 12 })).json.done).toBe(true);
  });

  test("an auditor reads the list and cannot run actions", async () => {
    const auditor = await makeUser({ roles: ["auditor"] });
    expect((await api("GET", LIST, { token: auditor.token })).status).toBe(200);
    expect((await extend({}, auditor.token)).status).toBe(404);
  });
});
