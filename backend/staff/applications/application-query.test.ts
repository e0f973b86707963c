import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { INDUSTRY } from "@/contract/project/options";
import type { Draft, Project } from "@/contract/project/project-schemas";
import {
  APPLICATION_COLUMNS,
  type ApplicationRow,
  applicationsFilterSchema,
  applicationsOrderSchema,
  isSortColumn,
} from "@/contract/staff/applications";
import { evaluationBench, five } from "@/tests/support/people/evaluation";
import { projectPeople, projects } from "../../db/schema/applications";
import { decisionReleases, decisions } from "../../db/schema/evaluations";
import { applicationsMatching } from "./application-filter";
import { orderOf, pageIds } from "./application-order";

const { api, db, clock, edition, makeSent, makeUser, makeEdition, makeEvaluator } =
  await evaluationBench({ now: new Date("2026-10-20T10:00:00.000Z") });
const { token } = await makeUser({ email: "rita@example.org", roles: ["staff"] });
const LIST = "wp/v2/staff/applications";
type Query = Record<string, string>;
const get = async (query: Query = {}) =>
  (await api("GET", `${LIST}?${new URLSearchParams(query)}`, { token })).json;
const namesOf = async (query: Query) =>
  (await get({ per_page: "100", sort: "name", ...query })).applications.map(
    ({ name }: ApplicationRow) => name,
  );

const NAMES = ["Àncora", "Balia", "Ciclo", "Dopolavoro", "Eco", "Filò", "Grano", "Holz"];
const sent: Awaited<ReturnType<typeof makeSent>>[] = [];
for (const [index, nome] of NAMES.entries()) {
  const fields: Partial<Project> = {
    nome,
    industry: INDUSTRY[index % 3] ?? "",
    tech: index % 2 ? "tech-iot" : "tech-other",
    femminile: index % 2 ? "yes" : "no",
    sustainableretail: index < 3 ? "yes" : "no",
    anno_costituzione: index % 4 ? String(2018 + (index % 4)) : "",
    referente_nome_e_cognome: "Ada Riva",
    referente_telefono: `+39 320 000 02${index}0`,
    team: [
      {
        name: `Matteo Parodi${index}`,
        role: "CTO",
        phone: `320/555.01${index}1`,
        age: "",
        info: "",
      },
    ] as Project["team"],
  };
  const owner = await makeUser({
    email: `p${index}@example.org`,
    firstName: "Nome",
    lastName: `Rossi${(index * 5) % 8}`,
    language: index % 3 ? "it" : "en",
  });
  const one = await makeSent({
    fields,
    userId: owner.id,
    sentAt: new Date(clock.now.getTime() - (index % 3) * 60_000),
  });
  await db
    .update(projects)
    .set({ fields: fields as Draft, savedAt: clock.now })
    .where(eq(projects.id, one.id));
  sent.push(one);
}
const drafter = await makeUser({ email: "draft@example.org" });
await db.insert(projects).values({
  editionId: edition.id,
  userId: drafter.id,
  fields: { nome: "Zeta", industry: INDUSTRY[0] } as Draft,
});

async function walk(query: Query, size = 2) {
  const ids: string[] = [];
  let after: string | null = null;
  let page: { applications: ApplicationRow[]; next: string | null; previous: string | null };
  do {
    page = await get({ ...query, per_page: String(size), ...(after && { after }) });
    ids.push(...page.applications.map(({ id }) => id));
    after = page.next;
  } while (after);
  const back: string[] = [];
  let before = page.previous;
  while (before) {
    const former: typeof page = await get({ ...query, per_page: String(size), before });
    back.unshift(...former.applications.map(({ id }) => id));
    before = former.previous;
  }
  return { ids, back: [...back, ...page.applications.map(({ id }) => id)] };
}

test.each(APPLICATION_COLUMNS.filter(isSortColumn))(
  "each order by %s is complete, stable and reversible",
  async (column) => {
    for (const sort of [column, `-${column}`] as const) {
      const order = await orderOf(db, sort, edition, clock.now);
      const matching = await applicationsMatching(db, {}, edition, clock.now);
      const { ids: all } = await pageIds(db, matching, order, { per_page: 100 });
      expect(all).toHaveLength(NAMES.length + 1);
      const { ids, back } = await walk({ sort });
      expect(ids).toEqual(all);
      expect(back).toEqual(all);
    }
    const up = await walk({ sort: column }, 100);
    const down = await walk({ sort: `-${column}` }, 100);
    expect(down.ids).toEqual([...up.ids].reverse());
  },
);

test("the neighbours of an application follow the order of the list", async () => {
  const sort = "-person";
  const { ids } = await walk({ sort });
  const { json } = await api("GET", `${LIST}/${ids[3]}/neighbours?sort=${sort}`, { token });
  expect([json.place, json.previous.id, json.next.id]).toEqual([4, ids[2], ids[4]]);
});

test.each([
  ["a cursor of another column", { sort: "readings", after: "c3RhZ2U_" }],
  ["a cursor with a wrong value", { sort: "-saved", after: "eA" }],
])("%s is refused", async (_, { sort, after }) => {
  const cursor = `${after}_${sent[0]?.id}`;
  const { status, json } = await api("GET", `${LIST}?sort=${sort}&after=${cursor}`, { token });
  expect([status, json.data.fields]).toEqual([422, { after: "invalid_choice" }]);
});

test("filters by answers compare the sent version", async () => {
  expect(await namesOf({ industry: INDUSTRY[0] })).toEqual(["Àncora", "Dopolavoro", "Grano"]);
  expect(await namesOf({ femminile: "yes", sustainableretail: "yes" })).toEqual(["Balia"]);
  expect(await namesOf({ anno_costituzione: "2019" })).toEqual(["Balia", "Filò"]);
  expect(await namesOf({ tech: "tech-iot", language: "en" })).toEqual(["Dopolavoro"]);
  const [row] = (await get({ search: "ancora" })).applications;
  expect(row.answers).toMatchObject({ industry: INDUSTRY[0], femminile: "no" });
  const id = sent[1]?.id ?? "";
  await db
    .update(projects)
    .set({ version: 2, fields: { nome: "Balia", industry: "industry-media" } as Draft })
    .where(eq(projects.id, id));
  expect(await namesOf({ industry: "industry-media" })).toEqual([]);
});

test.each([
  ["Matteo Parodi3", ["Dopolavoro"]],
  ["parodi3", ["Dopolavoro"]],
  ["+39 320 000 0230", ["Dopolavoro"]],
  ["0039 3200000230", ["Dopolavoro"]],
  ["320.000.0230", ["Dopolavoro"]],
  ["(320) 000-0230", ["Dopolavoro"]],
  ["+39 320 555 0131", ["Dopolavoro"]],
  ["3205550131", ["Dopolavoro"]],
  ["Rossi7 320 555 0131", ["Dopolavoro"]],
  ["Rossi1 320 555 0131", []],
  ["2026-3", ["Ciclo"]],
  ["39", expect.any(Array)],
])("the search finds %s in any spelling", async (search, names) => {
  expect(await namesOf({ search })).toEqual(names);
});

test("the search finds a phone number of the sent version, and so does the list of people", async () => {
  const id = sent[4]?.id ?? "";
  await db
    .insert(projectPeople)
    .values({ editionId: edition.id, projectId: id, phone: "+393477777777" });
  expect(await namesOf({ search: "347 777 7777" })).toEqual(["Eco"]);
  for (const search of ["347 777 7777", "+39 (320) 555.0141"]) {
    const { json } = await api("GET", `wp/v2/staff/people?${new URLSearchParams({ search })}`, {
      token,
    });
    expect(json.people.map(({ email }: { email: string }) => email)).toEqual(["p4@example.org"]);
  }
});

test("the filter by earlier editions finds applicants who sent an application to one", async () => {
  const past = await makeEdition({ year: 2024 });
  const owner = sent[5]?.owner ?? "";
  await db.insert(projects).values({
    editionId: past.id,
    userId: owner,
    fields: {} as Draft,
    sentAt: clock.now,
    sentVersion: 1,
    version: 1,
  });
  await db
    .insert(projects)
    .values({ editionId: past.id, userId: sent[6]?.owner ?? "", fields: {} as Draft });
  expect(await namesOf({ earlier: "yes" })).toEqual(["Filò"]);
  expect(await namesOf({ earlier: "no" })).toHaveLength(NAMES.length);
  expect((await get({ search: "Filò" })).applications[0].earlier).toBe(true);
});

test("readings and unreleased outcomes do not exist before staff can read the ranking", async () => {
  const judges = [];
  for (let index = 0; index < 3; index += 1) judges.push(await makeEvaluator());
  const [one, two, three] = sent;
  await judges[0]?.save(one?.id ?? "", { scores: five(5, 5, 5, 5, 5) });
  await judges[1]?.save(one?.id ?? "", { scores: five(5, 5, 5, 5, 5) });
  expect(await namesOf({ readings: "0-9" })).toEqual([]);
  const readings = async () =>
    (await get({ search: "ancora", columns: "readings" })).applications[0].readings;
  expect(await readings()).toBeNull();
  await judges[2]?.save(two?.id ?? "", { scores: five(5, 5, 5, 5, 5) });
  expect(await namesOf({ readings: "2" })).toEqual(["Àncora"]);
  expect(await readings()).toBe(2);
  expect(await namesOf({ readings: "1-" })).toEqual(["Àncora", "Balia"]);
  expect(await namesOf({ readings: "0" })).toHaveLength(NAMES.length - 2);

  const [release] = await db
    .insert(decisionReleases)
    .values({ editionId: edition.id, at: clock.now, actor: "Rita", reason: "x" })
    .returning();
  const decide = (id: string, outcome: "selected" | "not_selected", releaseId: string | null) =>
    db.insert(decisions).values({
      editionId: edition.id,
      projectId: id,
      stage: "pre_selected",
      outcome,
      decidedAt: clock.now,
      actor: "Rita",
      reason: "x",
      releaseId,
    });
  await decide(one?.id ?? "", "selected", release?.id ?? "");
  await decide(three?.id ?? "", "not_selected", release?.id ?? "");
  const queries: Query[] = [
    { reached: "pre_selected" },
    { outcome: "not_selected" },
    { outcome: "undecided" },
    { sort: "reached" },
    { sort: "-reached" },
  ];
  const answers = () => Promise.all(queries.map((query) => get({ per_page: "100", ...query })));
  const before = await answers();
  expect(await namesOf({ reached: "pre_selected" })).toEqual(["Àncora"]);
  expect(await namesOf({ reached: "pre_selected", outcome: "not_selected" })).toEqual(["Ciclo"]);
  expect(await namesOf({ outcome: "undecided" })).toHaveLength(NAMES.length - 2);
  await decide(two?.id ?? "", "selected", null);
  await decide(sent[3]?.id ?? "", "not_selected", null);
  expect(await answers()).toEqual(before);
  for (const judge of judges) await judge.close();
  expect(await namesOf({ reached: "pre_selected" })).toEqual(["Àncora", "Balia"]);
  expect(await namesOf({ outcome: "not_selected" })).toEqual(["Ciclo", "Dopolavoro"]);
  const last = (await get({ sort: "-reached", per_page: "2" })).applications;
  expect(last.map(({ name }: ApplicationRow) => name).sort()).toEqual(["Balia", "Àncora"]);
});

test("an unknown value of a filter is refused", () => {
  for (const query of [
    { industry: "x" },
    { readings: "many" },
    { reached: "x" },
    { anno_costituzione: "20" },
  ]) {
    expect(applicationsFilterSchema.safeParse(query).success).toBe(false);
  }
  expect(applicationsOrderSchema.safeParse({ sort: "--name" }).success).toBe(false);
});
