import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { parseCsv, unzip } from "@/tests/support/made-files/unpack";
import { evaluationBench, five } from "@/tests/support/people/evaluation";
import { STYLES, xlsxParts } from "../../documents/xlsx-parts";
import { reopenEvaluation } from "../close/verify-record";
import { writeXlsx } from "./export-xlsx";

const bench = await evaluationBench();
const { api, db, clock, makeSent, makeEvaluator } = bench;

const alga = await makeSent({
  fields: {
    nome: 'Àlga; "Madre"',
    obiettivi: "=SUM(A1:A9)",
    team: [{ name: "Goran Kovač", role: "CTO", phone: "1", age: "age-30_50", info: "gb_ref-web" }],
  },
});
const beta = await makeSent({ fields: { nome: "Beta" } });
const anna = await makeEvaluator({ firstName: "Anna" });
const paolo = await makeEvaluator({ firstName: "Paolo" });
await anna.save(alga.id, { scores: five(8, 7, 6, 5, 4), note: 'Nota di Anna; "mia"' });
await paolo.save(alga.id, { scores: five(3, 3, 3, 3, 3), note: "CANARINO di Paolo" });
await paolo.save(beta.id, { scores: five(9, 9, 9, 9, 9), note: "CANARINO di Paolo" });
await paolo.close();

async function download(token: string, path: string) {
  const { response } = await api("GET", `wp/v2/${path}`, { token });
  return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}
async function table(token: string, query: string, delimiter = ";") {
  const { bytes } = await download(token, `projects/export${query}`);
  const [head = [], ...rows] = parseCsv(bytes.subarray(3).toString(), delimiter);
  return rows.map((row) => Object.fromEntries(head.map((title, index) => [title, row[index]])));
}

describe("the table of scores", () => {
  const scores = (token: string, query = "") => table(token, `?table=scores${query}`);

  test("the table of scores has only the caller's own scores until the caller closes", async () => {
    const rows = await scores(anna.token);
    expect(rows).toEqual([
      {
        Ricevuta: "2026-000001",
        Nome: 'Àlga; "Madre"',
        "Persona in giuria": "Io",
        "Impatto (peso 30)": "8",
        "Utilità (peso 20)": "7",
        "Fattibilità (peso 20)": "6",
        "Scalabilità (peso 15)": "5",
        "Innovazione (peso 15)": "4",
        "Totale su 100": "63,5",
        Identificativo: alga.id,
      },
    ]);
    const { headers, bytes } = await download(anna.token, "projects/export?table=scores");
    expect(bytes.toString()).toContain(';"Io";8;7;6;5;4;63,5;"');
    expect(headers.get("content-disposition")).toContain("voti-2026.csv");
  });

  test("the table of scores has all counted scores after closing, by number without names and notes", async () => {
    const third = await makeEvaluator({ firstName: "Carla" });
    await third.save(beta.id, { scores: five(1, 1, 1, 1, 1), note: "CANARINO di Carla" });
    await third.save(alga.id, { scores: five(1, 1, 1, 1, null) });
    await third.close();
    const rows = await scores(paolo.token);
    const found = rows.map((row) => [row.Nome, row["Totale su 100"], row["Totale calibrato"]]);
    expect(found.sort()).toEqual([
      ["Beta", "10", "10"],
      ["Beta", "90", "90"],
      ['Àlga; "Madre"', "30", "30"],
    ]);
    const voices = rows.map((row) => row["Persona in giuria"] ?? "");
    expect(new Set(voices).size).toBe(2);
    expect(voices.filter((name) => /^Persona [12] \(io\)$/.test(name))).toHaveLength(2);
    expect(voices.filter((name) => /^Persona [12]$/.test(name))).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toMatch(/CANARINO|Carla|Paolo/);
    const act = { reason: "prova", actor: "prova", now: clock.now };
    await reopenEvaluation(db, { email: third.email, year: 2026 }, act);
  });
});

describe("the table of the ranking", () => {
  test("the table of the ranking is refused until the caller closes", async () => {
    const { status, json } = await anna.get("projects/export?table=ranking");
    expect([status, json.code]).toEqual([403, "evaluation_not_closed"]);
  });

  test("the table of the ranking is ordered by calibrated mean and has receipts and criteria", async () => {
    const rows = await table(paolo.token, "?table=ranking&lang=en", ",");
    expect(rows.map((row) => [row["Calibrated rank"], row.Receipt, row.Name, row.Mean])).toEqual([
      ["1", "2026-000002", "Beta", "90"],
      ["2", "2026-000001", 'Àlga; "Madre"', "30"],
    ]);
    expect(rows[0]).toMatchObject({ "Mean: Impact": "9", Evaluators: "1", Identifier: beta.id });
    const { headers } = await download(paolo.token, "projects/export?table=ranking&lang=en");
    expect(headers.get("content-disposition")).toContain("ranking-2026.csv");
  });
});

/** Returns the worksheets of the exported workbook by name. Each row has the cell values by column letter. */
async function workbook(token: string, query = "") {
  const { bytes, headers } = await download(token, `projects/export?format=xlsx${query}`);
  expect(headers.get("content-type")).toContain("spreadsheetml.sheet");
  const entries = await unzip(bytes);
  const book = entries.get("xl/workbook.xml")!.toString();
  const names = [...book.matchAll(/<sheet name="([^"]*)"/g)].map(([, name]) => name ?? "");
  const sheets = names.map((name, index) => {
    const xml = entries.get(`xl/worksheets/sheet${index + 1}.xml`)!.toString();
    const rows = xml.split("<row ").slice(1);
    const cells = rows.map((row) =>
      Object.fromEntries(
        [...row.matchAll(/<c r="([A-Z]+)\d+"[^>]*>(?:<v>|<is><t[^>]*>)([^<]*)/g)].map(
          ([, at = "", value]) => [at, value],
        ),
      ),
    );
    return [name, { xml, cells }] as const;
  });
  return new Map(sheets);
}

describe("the workbook", () => {
  test("the workbook has texts, numbers, and dates in Rome as typed cells", async () => {
    const sheets = await workbook(anna.token);
    const { xml, cells } = sheets.get("Progetti 2026")!;
    expect(cells).toHaveLength(3);
    const at = (title: string) =>
      Object.entries(cells[0]!).find(([, value]) => value === title)?.[0] ?? "";
    const row = cells[1]!;
    expect(row[at("Team")]).toBe("Goran Kovač (CTO)");
    expect(row[at("Obiettivi")]).toBe("=SUM(A1:A9)");
    const { quoted } = STYLES;
    const styles = new Map(xlsxParts([])).get("xl/styles.xml") ?? "";
    expect(xml).toMatch(new RegExp(`s="${quoted}" t="inlineStr"><is><t xml:space="preserve">=SUM`));
    expect(styles.split("<cellXfs")[1]?.split("<xf ")[quoted + 1]).toContain('quotePrefix="1"');
    expect(row[at("Nome")]).toBe("Àlga; &quot;Madre&quot;");
    expect(row[at("Il mio totale")]).toBe("63.5");
    expect(xml).toContain('t="inlineStr"');
    expect(xml).not.toContain("<f>");
    // The cell's value is the number of days since 30 December 1899, in Rome time.
    const days = Number(row[at("Inviato il (ora di Roma)")]);
    const shown = new Date(Date.UTC(1899, 11, 30) + Math.round(days * 86_400) * 1000);
    const rome = clock.now.toLocaleString("sv-SE", { timeZone: "Europe/Rome" });
    expect(shown.toISOString().slice(0, 19).replace("T", " ")).toBe(rome);
  });

  test("the workbook has projects and only the caller's own scores before closing", async () => {
    const sheets = await workbook(anna.token);
    expect([...sheets.keys()]).toEqual(["Progetti 2026", "Voti"]);
    expect(sheets.get("Voti")!.cells).toHaveLength(2);
    expect([...sheets.values()].map(({ xml }) => xml).join("")).not.toContain("CANARINO");
  });

  test("the workbook has all counted scores and the ranking after closing", async () => {
    const sheets = await workbook(paolo.token, "&lang=en");
    expect([...sheets.keys()]).toEqual(["Projects 2026", "Scores", "Ranking"]);
    expect(
      sheets
        .get("Scores")!
        .cells.slice(1)
        .map((row) => [row.B, row.I]),
    ).toEqual([
      ["Àlga; &quot;Madre&quot;", "30"],
      ["Beta", "90"],
    ]);
    expect(
      sheets
        .get("Ranking")!
        .cells.slice(1)
        .map(({ A, B, D, E, F }) => [A, B, D, E, F]),
    ).toEqual([
      ["1", "1", "Beta", "90", "90"],
      ["2", "2", "Àlga; &quot;Madre&quot;", "30", "30"],
    ]);
  });

  test("the workbook omits characters that XML does not allow", async () => {
    const strange = await makeSent({ fields: { nome: "Zeta \u0001\u000b<&> fine" } });
    const { cells } = (await workbook(anna.token)).get("Progetti 2026")!;
    expect(cells.at(-1)?.B).toBe("Zeta &lt;&amp;&gt; fine");
    await bench.withdraw(strange.id);
  });

  test("the workbook stops being generated when the client disconnects", async () => {
    let read = 0;
    function* endless() {
      for (;;) {
        read += 1;
        yield [randomUUID().repeat(100), read];
      }
    }
    const columns = [{ title: "A" }, { title: "B" }];
    const endlessTable = { name: "a", sheet: "A", columns, rows: endless(), fixed: 1 };
    const xlsx = writeXlsx([endlessTable], clock.now);
    const closed = new Promise((resolve) => xlsx.once("close", resolve));
    const reader = (Readable.toWeb(xlsx) as ReadableStream<Uint8Array>).getReader();
    while (read === 0) await reader.read();
    await reader.cancel();
    await closed;
    const soFar = read;
    for (let index = 0; index < 20; index += 1) await anna.get("projects");
    expect(read).toBe(soFar);
    expect(soFar).toBeLessThan(100_000);
  });
});
