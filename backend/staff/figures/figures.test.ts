import { expect, test } from "vitest";
import type { FigureReaders } from "@/contract/staff/figures";
import { parseCsv, unzip } from "@/tests/support/made-files/unpack";
import { funnelBench } from "@/tests/support/people/funnel";
import { dataRequests } from "../../db/schema/accounts";
import { auditEntries } from "../../db/schema/audit-log";
import { messagesIn } from "../../documents/messages";

const bench = await funnelBench();
const { db, api, makeUser, makeEdition, makeSent, makeApplicant, makeEvaluator, select, publish } =
  bench;
const before = await makeEdition({ year: 2025 });
await makeSent({ editionId: before.id, fields: { industry: "industry-food", femminile: "yes" } });
const women: { id: string }[] = [];
for (let index = 0; index < 7; index += 1) {
  const info = index % 2 ? ("gb_ref-friend" as const) : ("gb_ref-social" as const);
  const member = { name: "Ada", role: "CEO", phone: `+39 320 000 01${10 + index}`, info };
  women.push(
    await makeApplicant(`Donne ${index}`, {
      ...{ femminile: "yes", industry: "industry-food", referente_age: "age-under_30" },
      team: [
        { ...member, age: "age-under_30" },
        { ...member, age: "age-over_50" },
      ],
    }),
  );
}
await makeApplicant("Uomini", { femminile: "no", industry: "industry-fintech" });
const { token } = await makeUser({ roles: ["auditor"] });
const get = async () => (await api("GET", "wp/v2/staff/figures", { token })).json;
type Option = { value: string; count: number; before: number; stages: Record<string, number> };
async function optionsOf(name: string): Promise<Option[]> {
  const { answers } = await get();
  return answers.find((one: { name: string }) => one.name === name).options;
}
const counts = (options: Option[]) => options.map(({ value, count }) => [value, count]);

test("the figures count the sent applications by answer, beside those of the previous edition", async () => {
  expect(await get()).toMatchObject({ edition: 2026, before: 2025, sent: 8, sent_before: 1 });
  expect(counts(await optionsOf("femminile"))).toEqual([
    ["yes", 7],
    ["no", 1],
  ]);
  expect(
    (await optionsOf("industry")).find(({ value }) => value === "industry-food"),
  ).toMatchObject({
    ...{ count: 7, before: 1 },
  });
  const heard = Object.fromEntries(counts(await optionsOf("heard")));
  expect([heard["gb_ref-social"], heard["gb_ref-friend"]]).toEqual([4, 3]);
  const { days, total } = await get();
  expect(total.sent).toBe(8);
  expect(days.reduce((sum: number, day: { now: { sent: number } }) => sum + day.now.sent, 0)).toBe(
    8,
  );
});

test("stages count only what the caller can see", async () => {
  const jury = await makeEvaluator();
  const first = women.slice(0, 3);
  await select("pre_selected", first, true);
  expect((await get()).stages).toEqual([]);
  expect((await get()).readings.rows).toBeNull();
  const list = await api("GET", "wp/v2/staff/applications?readings=0", { token });
  expect([list.json.total, list.json.readings_hidden]).toEqual([0, true]);
  for (const { id } of women) {
    await jury.save(id, {
      scores: { impact: 5, utility: 5, feasibility: 5, scalability: 5, innovation: 5 },
    });
  }
  expect((await jury.close()).status).toBe(200);
  expect((await get()).stages).toEqual([{ stage: "pre_selected", count: 3, released: false }]);
  const [yes] = await optionsOf("femminile");
  expect(yes?.stages.pre_selected).toBe(3);
  await publish(true);
  expect((await get()).stages).toMatchObject([{ count: 3, released: true }]);
  expect((await get()).readings.rows).toEqual([
    { readings: 0, projects: 1 },
    { readings: 1, projects: 7 },
  ]);
});

test("each figure equals the total of the list that its link opens", async () => {
  const { answers, stages, readings, days } = await get();
  const links: [Record<string, string>, number][] = [];
  for (const { name, options } of answers as { name: string; options: Option[] }[]) {
    for (const { value, count, stages: reached } of options) {
      links.push([{ [name]: value }, count]);
      for (const { stage } of stages) {
        links.push([{ [name]: value, reached: stage }, reached[stage] ?? 0]);
      }
    }
  }
  for (const { readings: times, projects } of readings.rows) {
    links.push([{ readings: String(times) }, projects]);
  }
  const sent = days.flatMap(({ day, now }: { day: string; now: { sent: number } }) =>
    now.sent > 0 ? [[{ sent_on: day }, now.sent] as const] : [],
  );
  expect(sent.length).toBeGreaterThan(0);
  links.push(...sent);
  expect(links.filter(([, count]) => count > 0).length).toBeGreaterThan(10);
  const wrong: unknown[] = [];
  for (const [filter, count] of links) {
    const query = new URLSearchParams({ edition: "2026", ...filter });
    const { json } = await api("GET", `wp/v2/staff/applications?${query}`, { token });
    if (json.total !== count) wrong.push([filter, count, json.total ?? json.code]);
  }
  expect(wrong).toEqual([]);
});

test("data requests show how long an answer takes", async () => {
  const request = { email: "x@example.org", note: "", kind: "access" as const };
  for (const [receivedOn, answeredOn] of [
    ["2026-03-01", "2026-03-04"],
    ["2026-04-01", "2026-04-12"],
    ["2026-05-01", null],
  ] as const) {
    await db.insert(dataRequests).values({ ...request, receivedOn, answeredOn });
  }
  const { kinds } = (await get()).requests;
  for (const { kind, count } of kinds as { kind: string; count: number }[]) {
    const query = `state=all&kind=${kind}&year=2026`;
    const { json } = await api("GET", `wp/v2/staff/requests?${query}`, { token });
    expect([kind, json.total]).toEqual([kind, count]);
  }
  const other = await api("GET", "wp/v2/staff/requests?state=all&year=2025", { token });
  expect([other.json.total, other.json.counts.all]).toEqual([0, 3]);
  expect((await get()).requests).toMatchObject({ answered: 2, open: 1, late: 1, median_days: 7 });
});

const path = "wp/v2/staff/figures/export";
const { fields, tables } = messagesIn("it");
const GROUPS: Record<string, string> = { ...fields, ...tables.columns.figures };
async function exported(readers: FigureReaders) {
  const { response } = await api("GET", `${path}?format=csv&readers=${readers}`, { token });
  const bytes = Buffer.from(await response.arrayBuffer());
  return {
    name: response.headers.get("content-disposition"),
    rows: parseCsv(bytes.subarray(3).toString(), ";").slice(1),
  };
}

test("figures exported for staff are exact, and the file says for whom they are", async () => {
  const { name, rows } = await exported("staff");
  expect(name).toContain('"numeri-2026-per-la-regia-2026-11-20-1100.csv"');
  expect(rows[0]).toEqual(["Lettori", "Numeri", "per la regia", "Esatti: il file resta in casa."]);
  const { answers, sent } = await get();
  for (const { name, options } of answers as { name: string; options: Option[] }[]) {
    const shown = rows.filter(([group, , column]) => group === GROUPS[name] && column === "2026");
    expect(shown.slice(0, options.length).map(([, , , count]) => Number(count))).toEqual(
      options.map(({ count }) => count),
    );
  }
  expect(rows.some(([, , , count]) => count === "non mostrato")).toBe(false);
  expect(rows).toContainEqual(["A guida femminile", "Totale", "2026", String(sent)]);
  const requests = rows.filter(([group]) => group?.includes("ichieste"));
  expect(requests).toContainEqual([
    ...["Richieste sui dati", "Totale", "Giorni per rispondere (mediana)", "7"],
  ]);
  expect(requests.slice(-3)).toEqual([
    ["Risposte alle richieste", "Con risposta", "Numero", "2"],
    ["Risposte alle richieste", "Senza risposta", "Numero", "1"],
    ["Risposte alle richieste", "In ritardo", "Numero", "1"],
  ]);
  const workbook = (await api("GET", `${path}?readers=staff`, { token })).response;
  const parts = await unzip(Buffer.from(await workbook.arrayBuffer()));
  expect([...parts.keys()].filter((name) => name.startsWith("xl/worksheets/"))).toHaveLength(13);
});

test("figures exported for sponsors hide small counts, and the export is logged", async () => {
  const { name, rows } = await exported("sponsors");
  expect(name).toContain('"numeri-2026-per-gli-sponsor-2026-11-20-1100.csv"');
  const [about, ...counts] = rows;
  expect(about?.[3]).toContain("I numeri sotto 5 non compaiono");
  const women = rows.filter(
    ([group, , column]) => group === "A guida femminile" && column === "2026",
  );
  expect(women).toEqual([
    ["A guida femminile", "Sì", "2026", "non mostrato"],
    ["A guida femminile", "No", "2026", "non mostrato"],
    ["A guida femminile", "Totale", "2026", "8"],
  ]);
  for (const [, , , count] of counts) {
    expect(count === "non mostrato" || Number(count) >= 5).toBe(true);
  }
  const lines = await db.select().from(auditEntries);
  expect(lines.at(-1)?.data).toMatchObject({ table: "figures", format: "csv" });
});
