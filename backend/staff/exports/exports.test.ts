import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { STAGE_IDS, type Stage } from "@/contract/evaluation/funnel";
import { EXPORT_LISTS, exportColumns } from "@/contract/staff/exports";
import { parseCsv, unzip } from "@/tests/support/made-files/unpack";
import { evaluationBench, five } from "@/tests/support/people/evaluation";
import { readReceiptList } from "../../commands/evaluation/receipt-list";
import { dataRequests, users } from "../../db/schema/accounts";
import { projects } from "../../db/schema/applications";
import { auditEntries } from "../../db/schema/audit-log";
import { outbox } from "../../db/schema/mail";
import { applySelection } from "../../selection/select";
import { markReauthenticated } from "../../users/sessions/reauthenticated";
import { sendExport } from "../write-export";

const bench = await evaluationBench({ now: new Date("2026-11-20T10:00:00.000Z") });
const { db, deps, api, clock, edition, makeSent, makeEvaluator, makeUser } = bench;
const LONG = "ב".repeat(300);
const member = {
  name: "Ada",
  role: "CEO",
  phone: "+39 320 000 0231",
  age: "age-under_30" as const,
};
const alfa = await makeSent({
  fields: {
    nome: LONG,
    idea: '=HYPERLINK("https://evil.example")\n2026-999999',
    referente_telefono: "+39 320 000 0230",
    femminile: "yes",
    team: [{ ...member, info: "gb_ref-friend" }],
  },
});
const beta = await makeSent({ fields: { nome: "2026-000999" } });
const evaluators = [
  await makeEvaluator({ email: "uno@example.org", firstName: "Nascosta" }),
  await makeEvaluator({ email: "due@example.org" }),
];
for (const [index, { save }] of evaluators.entries()) {
  await save(alfa.id, { scores: five(9, 9, 9, 9, 9 - index) });
  await save(beta.id, { scores: five(1, 2, 3, 4, 5) });
}
const staff = await makeUser({ roles: ["staff"] });
await markReauthenticated(db, staff.sessionId, { byKey: true, now: clock.now });

async function get(path: string) {
  const { response, status, json } = await api("GET", `wp/v2/staff/${path}`, {
    token: staff.token,
  });
  const bytes = status === 200 ? Buffer.from(await response.arrayBuffer()) : Buffer.alloc(0);
  return { status, json, bytes, name: response.headers.get("content-disposition") ?? "" };
}
async function table(path: string) {
  const { bytes, status, json } = await get(path);
  expect([status, json?.code]).toEqual([200, undefined]);
  const [head = [], ...rows] = parseCsv(bytes.subarray(3).toString(), ";");
  return { head, rows, text: bytes.toString() };
}
const all = (list: "applications" | "selection") => exportColumns(list).join(",");

test("before the ranking is open, scores and unreleased decisions cannot be exported", async () => {
  for (const query of [`columns=${all("applications")}`, "columns=number,rank", "rows=scores"]) {
    const { status, json } = await get(`applications/export?${query}`);
    expect([query, status, json?.code]).toEqual([query, 403, "jury_not_closed"]);
  }
  expect((await get("selection/export")).json?.code).toBe("jury_not_closed");
  const { json } = await get("exports");
  const locked = json.groups.filter(({ locked }: { locked: boolean }) => locked);
  expect(locked.map(({ name }: { name: string }) => name)).toEqual(["ranking", "decisions"]);
  expect(json.scores).toBe(false);
  const open = await table("applications/export?columns=number,outcome,reached,heard");
  expect(open.rows).toContainEqual([alfa.number, "", "", "tramite amici"]);
  // Too few evaluators have begun, so staff do not see how many evaluators read each project. The export column is
  // still available.
  const read = await table("applications/export?columns=number,read");
  expect(read.rows).toContainEqual([alfa.number, ""]);
  for (const { close } of evaluators) expect((await close()).status).toBe(200);
  expect((await get("exports")).json.scores).toBe(true);
});

/** Paths of export endpoints by list, for lists whose export has another path than the list's name. */
const PATHS: Partial<Record<(typeof EXPORT_LISTS)[number], string>> = {
  log: "acts",
  assignment: "assignment/matrix",
};
const NOT_HERE: readonly string[] = [
  ...["now", "before", ...STAGE_IDS].map((name) => `figures ${name}`),
  "agreement discussed",
];

test("every column of every table has a title and a value in both formats and languages", async () => {
  for (const list of EXPORT_LISTS) {
    const path = PATHS[list] ?? list;
    for (const lang of ["it", "en"]) {
      const { json } = await get(`exports?list=${list}&lang=${lang}`);
      const columns = json.groups.flatMap((one: { columns: object[] }) => one.columns);
      const titles = columns.map((one: { title: string }) => one.title);
      expect(columns.map((one: { name: string }) => one.name)).toEqual(exportColumns(list));
      const named = columns.filter((one: { name: Stage }) => !STAGE_IDS.includes(one.name));
      for (const { name, title } of named) expect([list, title]).not.toEqual([list, name]);
      expect(new Set(titles).size).toBe(titles.length);
      const query = `columns=${exportColumns(list).join(",")}&lang=${lang}&format=xlsx`;
      const readers = list === "figures" ? "&readers=staff" : "";
      const { status, bytes, name } = await get(`${path}/export?${query}${readers}`);
      expect([list, status]).toEqual([list, 200]);
      expect(name).toMatch(/^attachment; filename="[a-z0-9-]+-2026-11-20-1100\.xlsx"$/);
      const sheet = [...(await unzip(bytes))]
        .flatMap(([part, text]) => (part.startsWith("xl/worksheets/") ? [String(text)] : []))
        .join("");
      const missing = columns.filter((one: { name: string }) =>
        NOT_HERE.includes(`${list} ${one.name}`),
      );
      const others = columns.filter((one: object) => !missing.includes(one));
      for (const { title } of others)
        expect(sheet).toContain(`>${title.replaceAll("&", "&amp;")}<`);
    }
  }
});

test("the tables of applications and of the ranking have the same receipts, answers, and people", async () => {
  const query = `columns=${all("applications")}`;
  const one = await table(`applications/export?${query}`);
  const other = await table(`selection/export?${query}`);
  expect(other.head).toEqual(one.head);
  expect(other.rows.toSorted()).toEqual(one.rows.toSorted());
  const row = Object.fromEntries(one.head.map((title, at) => [title, other.rows[0]?.[at]]));
  expect(row).toMatchObject({
    ...{ Ricevuta: alfa.number, "Team: telefoni": "'+39 320 000 0231" },
    ...{ "Come ci hanno conosciuto": "tramite amici", "Media: Impatto": "9" },
    "Letture fatte": "2",
  });
  expect(one.text).toContain(LONG);
  for (const cell of one.rows.flat()) expect(cell).not.toMatch(/^\s*[=+@\t\r]/);
  expect(one.rows.flat().join(" ")).not.toMatch(/\d+\/\d+/);
});

test("tables of people and emails have the receipt that joins them with the applications", async () => {
  const [project] = await db.select().from(projects).where(eq(projects.id, alfa.id));
  const people = await table("people/export?columns=id,numbers");
  expect(people.rows).toContainEqual([project?.userId, alfa.number]);
  expect(people.rows).toContainEqual([staff.id, ""]);
  const mail = {
    template: "receipt",
    recipient: "x@example.org",
    language: "it",
    data: {},
  } as const;
  const ids = await db
    .insert(outbox)
    .values([
      { ...mail, projectId: alfa.id },
      { ...mail, projectId: null },
    ])
    .returning({ id: outbox.id });
  const mails = await table("mails/export?columns=id,number");
  expect(ids.map(({ id }) => mails.rows.find(([own]) => own === id)?.[1])).toEqual([
    ...[alfa.number, ""],
  ]);
});

test("files of several tables have the chosen tables, with the chosen columns", async () => {
  const sheets = async (path: string) => {
    const { status, bytes } = await get(path);
    expect([path, status]).toEqual([path, 200]);
    return [...(await unzip(bytes)).keys()].filter((part) => part.startsWith("xl/worksheets/"))
      .length;
  };
  expect(await sheets("figures/export?columns=days,femminile,now")).toBe(3);
  expect(await sheets("agreement/export?columns=projects,evaluators,mean")).toBe(2);
  const days = await table("figures/export?format=csv&readers=staff&columns=femminile,now");
  expect(new Set(days.rows.map(([, , column]) => column))).toEqual(
    new Set(["per la regia", "2026"]),
  );
  const none = await table("figures/export?format=csv&readers=staff&columns=femminile");
  expect(none.rows).toHaveLength(1);
  const own = await table("agreement/export?format=csv&columns=projects,mean,spread");
  expect(new Set(own.rows.map(([group, , column]) => `${group}: ${column}`))).toEqual(
    new Set(["Progetti: Media", "Progetti: Dispersione"]),
  );
  for (const path of [
    "figures/export?columns=now",
    "figures/export?columns=readings&readers=sponsors",
    "agreement/export?columns=mean",
    "agreement/export?columns=alpha,rank",
  ])
    expect([path, (await get(path)).status]).toEqual([path, 422]);
  const entries = await db.select().from(auditEntries).orderBy(auditEntries.number);
  expect(entries.at(-1)?.data).toMatchObject({
    table: "agreement",
    columns: "projects mean spread",
  });
});

test("the table of data requests has the colleague in charge", async () => {
  const request = { email: "x@example.org", note: "", kind: "access", receivedOn: "2026-11-02" };
  await db
    .insert(dataRequests)
    .values([
      { ...request, ownerId: staff.id, ownedSince: clock.now, ownedById: staff.id },
      request,
    ] as (typeof dataRequests.$inferInsert)[]);
  const { rows } = await table("requests/export?columns=owner,kind");
  const [own] = await db.select().from(users).where(eq(users.id, staff.id));
  expect(rows.map(([owner]) => owner).sort()).toEqual(["", `${own?.firstName} ${own?.lastName}`]);
});

test("an exported selection is imported again unchanged", async () => {
  const act = { actor: "Rita", reason: "prova", now: clock.now };
  const choice = { edition, stage: "pre_selected" as const, graceMinutes: 15 };
  const pick = { top: 1, ties: "in" as const };
  await applySelection(db, { ...choice, pick }, act, true);
  for (const path of [
    `selection/export?stage=pre_selected&outcome=selected&columns=${all("selection")}`,
    `selection/export?stage=pre_selected&outcome=selected&rows=scores&columns=number,name`,
  ]) {
    const { bytes } = await get(path);
    expect([...new Set(readReceiptList(bytes.toString()))]).toEqual([alfa.number]);
  }
  const whole = await get("selection/export");
  expect(readReceiptList(whole.bytes.toString())).toEqual([alfa.number, beta.number]);
});

test("scores are exported by the number of the evaluator, never by name", async () => {
  const { head, rows, text } = await table("selection/export?rows=scores&columns=number");
  expect(head.slice(0, 2)).toEqual(["Ricevuta", "Persona in giuria"]);
  expect(rows).toHaveLength(4);
  expect(
    rows
      .filter(([number]) => number === alfa.number)
      .map((row) => row[1])
      .sort(),
  ).toEqual(["Persona 1", "Persona 2"]);
  for (const hidden of ["Nascosta", "uno@example.org"]) expect(text).not.toContain(hidden);
});

test("a table shows one state of the database, although data changes during the export", async () => {
  const values = { person: ({ name }: { name: string }) => name };
  const caller = { ...staff, roles: ["staff" as const] } as never;
  const response = await sendExport({ ...deps, caller, arrivedAt: clock.now, language: "it" }, {
    ...{
      list: "people",
      options: { format: "csv", columns: "person" },
      filter: {},
      values,
      name: [],
    },
    async *rows(tx) {
      const read = () =>
        tx.select({ name: users.firstName }).from(users).where(eq(users.id, staff.id));
      yield* await read();
      await db.update(users).set({ firstName: sql`'Dopo'` }).where(eq(users.id, staff.id));
      yield* await read();
    },
  } as Parameters<typeof sendExport>[1]);
  const [, first, second] = (await response.text()).split("\r\n");
  expect(second).toBe(first);
  const [line] = await db
    .select()
    .from(auditEntries)
    .where(
      sql`${auditEntries.data} ->> 'table' = 'people' and ${auditEntries.data} ->> 'count' = '2'`,
    );
  expect(line?.data).toMatchObject({ columns: "person", format: "csv" });
});
