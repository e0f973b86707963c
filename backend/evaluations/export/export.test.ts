import { createHash, randomUUID } from "node:crypto";
import { readdir, readlink } from "node:fs/promises";
import { Readable } from "node:stream";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { CRITERIA } from "@/contract/evaluation/weights";
import type { ProjectFile } from "@/contract/project/project-schemas";
import { parseCsv, pdfText, unzip } from "@/tests/support/made-files/unpack";
import { evaluationBench, five } from "@/tests/support/people/evaluation";
import { submissions } from "../../db/schema/applications";
import { putBytes } from "../../store/put-bytes";
import { writeZip } from "./export-zip";

const bench = await evaluationBench();
const { api, db, deps, clock, filesDir, makeSent, makeEvaluator } = bench;

/** Stores a file of a submission on disk. */
async function storedFile(field: "pitch" | "video", name: string, bytes: Buffer) {
  const file: ProjectFile = {
    id: randomUUID(),
    field,
    name,
    size: bytes.length,
    type: "application/pdf",
    sha256: createHash("sha256").update(bytes).digest("hex"),
    uploaded_at: clock.now.toISOString(),
    pages: 3,
  };
  await putBytes(deps.store, file.id, bytes);
  return file;
}

const deck = await storedFile("pitch", "Il pitch «è» qui/../x.PDF", Buffer.alloc(200_000, "deck"));
const film = await storedFile("video", "film.MOV", Buffer.alloc(300, "film"));
const captions: NonNullable<ProjectFile["captions"]> = {
  language: "it",
  cues: [{ start: 0, end: 1.5, text: "Più <alghe>" }],
};
const alga = await makeSent({
  fields: {
    nome: 'Àlga; "Madre"',
    idea: 'Prima riga\nseconda; riga, con “virgolette” e "doppie"',
    obiettivi: "=SUM(A1:A9)",
    referente_ruolo: "+1",
    referente_nome_e_cognome: "@cmd",
    pitch: deck,
    video: { ...deck, id: randomUUID(), field: "video", name: "perso.mp4", captions },
    team: [{ name: "Goran Kovač", role: "CTO", phone: "1", age: "age-30_50", info: "gb_ref-web" }],
  },
});
const beta = await makeSent({ fields: { nome: "Beta", video: { ...film, captions } } });
const anna = await makeEvaluator({ firstName: "Anna" });
const paolo = await makeEvaluator();
await anna.save(alga.id, { scores: five(8, 7, 6, 5, 4), note: 'Nota di Anna; "mia"' });
await paolo.save(alga.id, { scores: five(3, 3, 3, 3, 3), note: "CANARINO di Paolo" });
await paolo.save(beta.id, { scores: five(9, 9, 9, 9, 9), note: "CANARINO di Paolo" });
await paolo.close();

async function download(token: string, path: string) {
  const { response, status } = await api("GET", `wp/v2/${path}`, { token });
  return { status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}
async function table(token: string, query = "", delimiter = ";") {
  const { bytes } = await download(token, `projects/export${query}`);
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const [head = [], ...rows] = parseCsv(bytes.subarray(3).toString(), delimiter);
  return rows.map((row) => Object.fromEntries(head.map((title, index) => [title, row[index]])));
}

describe("the CSV", () => {
  test("the CSV is an uncacheable download", async () => {
    const { status, headers } = await download(anna.token, "projects/export");
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="progetti-2026.csv"',
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
    });
  });

  test("the CSV contains the sent answers and the caller's own evaluation", async () => {
    const rows = await table(anna.token);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({
      Nome: 'Àlga; "Madre"',
      Idea: 'Prima riga\nseconda; riga, con “virgolette” e "doppie"',
      "Stadio di sviluppo": "Prototipo",
      Settore: "Cibo e agricoltura",
      Team: "Goran Kovač (CTO)",
      "Il mio stato": "valutato",
      "Il mio voto: Impatto": "8",
      "Il mio totale": "63,5",
      "La mia nota": 'Nota di Anna; "mia"',
      Identificativo: alga.id,
    });
    expect(rows[1]).toMatchObject({ "Il mio stato": "da leggere", "Il mio totale": "" });
  });

  test("no cell of the CSV starts like a formula", async () => {
    const [row] = await table(anna.token);
    expect(row).toMatchObject({
      Obiettivi: "'=SUM(A1:A9)",
      Ruolo: "'+1",
      "Nome e cognome": "'@cmd",
    });
    for (const cell of Object.values(row!)) expect(cell).not.toMatch(/^\s*[=+\-@\t\r]/);
  });

  test("the English CSV has commas, decimal points, and English texts", async () => {
    const [row] = await table(anna.token, "?lang=en", ",");
    expect(row).toMatchObject({
      "Stage of development": "Prototype",
      "My total": "63.5",
      "My progress": "scored",
    });
    const { headers } = await download(anna.token, "projects/export?lang=en");
    expect(headers.get("content-disposition")).toContain("projects-2026.csv");
  });

  test("the CSV has results of other evaluators only after the caller closes", async () => {
    const [before] = await table(anna.token);
    expect(before).not.toHaveProperty("Media");
    const [after] = await table(paolo.token);
    expect(after).toMatchObject({ Media: "30", Posizione: "2", Giuria: "1" });
    expect(JSON.stringify(after)).not.toContain("Nota di Anna");
  });

  test("an export returns 422 for an unknown format and 404 for an unknown year", async () => {
    expect((await anna.get("projects/export?format=pdf")).status).toBe(422);
    expect((await anna.get("projects/export?edition=2031")).status).toBe(404);
  });
});

describe("the zip", () => {
  test("the zip announces its size within a few per cent", async () => {
    const zip = await download(anna.token, "projects/export?format=zip");
    expect(zip.headers.get("x-wp-total")).toBe("2");
    const expected = Number(zip.headers.get("x-export-bytes"));
    expect(Math.abs(expected - 200_000 - zip.bytes.length)).toBeLessThan(60_000);
    const csv = await download(anna.token, "projects/export");
    expect(csv.headers.get("x-wp-total")).toBe("2");
    expect(csv.headers.has("x-export-bytes")).toBe(false);
  });

  test("the zip has all dossiers and files and a manifest with correct hashes", async () => {
    const { bytes, headers } = await download(anna.token, "projects/export?format=zip");
    expect(headers.get("content-disposition")).toContain("progetti-2026.zip");
    const entries = await unzip(bytes);
    const manifest = JSON.parse(entries.get("manifest.json")!.toString());
    const listed = manifest.projects.flatMap(
      ({ entries }: { entries: { name: string; size: number; sha256: string }[] }) => entries,
    );
    expect([...entries.keys()].filter((name) => name !== "manifest.json")).toEqual(
      listed.map(({ name }: { name: string }) => name),
    );
    for (const { name, size, sha256 } of listed) {
      const content = entries.get(name)!;
      expect(content.length).toBe(size);
      expect(createHash("sha256").update(content).digest("hex")).toBe(sha256);
    }
    expect([...entries.keys()]).toEqual([
      "2026-000001-alga-madre/scheda.pdf",
      "2026-000001-alga-madre/documenti/pitch-il-pitch-e-qui-x.pdf",
      "2026-000002-beta/scheda.pdf",
      "2026-000002-beta/documenti/video-film.mov",
      "2026-000002-beta/documenti/video-film.vtt",
      "manifest.json",
    ]);
    expect(entries.get("2026-000002-beta/documenti/video-film.vtt")!.toString()).toBe(
      "WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nPiù &lt;alghe&gt;\n",
    );
    expect(listed[1].sha256).toBe(deck.sha256);
    expect(manifest.projects[0].missing).toEqual(["perso.mp4"]);
    const dossier = (await pdfText(entries.get("2026-000001-alga-madre/scheda.pdf")!)).join(" ");
    expect(dossier).toContain("Nota di Anna");
    expect(dossier).not.toContain("CANARINO");
  });

  test("the zip opens no further file after the client disconnects", async () => {
    const read: string[] = [];
    async function* endless() {
      for (let index = 0; index < 1000; index += 1) {
        read.push(`2026-${index}`);
        const [row] = await db.select().from(submissions).where(eq(submissions.projectId, alga.id));
        const sent = row && { ...row, number: `2026-${index}`, written: "it" as const };
        if (sent) yield { submission: sent, evaluation: null };
      }
    }
    const { config, store } = deps;
    const edition = { language: "it" as const, criteria: CRITERIA, year: 2026, madeAt: clock.now };
    const zip = writeZip(endless(), { config, store, ...edition });
    const closed = new Promise((resolve) => zip.once("close", resolve));
    const reader = (Readable.toWeb(zip) as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    await reader.cancel();
    await closed;
    const soFar = read.length;
    expect(soFar).toBeLessThan(20);
    // While the client reads no bytes, the export must not read the next project. The other requests give the export
    // enough time to do so.
    for (let index = 0; index < 20; index += 1) await anna.get("projects");
    expect(read.length).toBeLessThanOrEqual(soFar + 1);
    expect(await openFiles()).toBe(0);
  });
});

/** Returns the number of open files of the file store in this process. */
async function openFiles(): Promise<number> {
  const names = await readdir("/proc/self/fd").catch(() => []);
  const paths = await Promise.all(
    names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => "")),
  );
  return paths.filter((path) => path.startsWith(filesDir)).length;
}

describe("the dossier", () => {
  test("the dossier has the project and the caller's own scores in the caller's language", async () => {
    const { bytes, headers, status } = await download(anna.token, `projects/${alga.id}/dossier`);
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": 'attachment; filename="2026-000001-alga-madre-scheda.pdf"',
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
    });
    const text = (await pdfText(bytes)).join(" ");
    for (const part of [
      'Àlga; "Madre"',
      "Goran Kovač",
      "63,5 su 100",
      "Nota di Anna",
      "Prototipo",
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain("CANARINO");
    const english = await download(anna.token, `projects/${alga.id}/dossier?lang=en`);
    const words = (await pdfText(english.bytes)).join(" ");
    expect(words).toMatch(/Sent on \d{1,2} August 2026/);
    expect(words).toContain("63.5 out of 100");
    expect(words).toContain("Innovation");
  });

  test("the answers of an English account are English, on the page, in the dossier and in the zip", async () => {
    const { makeUser } = bench;
    const owner = await makeUser({ language: "en" });
    const { id, number } = await makeSent({ userId: owner.id, fields: { nome: "Kelp" } });
    expect((await anna.get(`projects/${id}`)).json.language).toBe("en");
    const ENGLISH = "/Lang (en)";
    const { bytes } = await download(anna.token, `projects/${id}/dossier`);
    expect(bytes.includes(ENGLISH)).toBe(true);
    const zip = await unzip((await download(anna.token, "projects/export?format=zip")).bytes);
    const pdf = (of: string) => [...zip].find(([name]) => name.startsWith(of))?.[1];
    expect(pdf(`${number}-kelp/scheda.pdf`)?.includes(ENGLISH)).toBe(true);
    expect(pdf("2026-000001-alga-madre/scheda.pdf")?.includes(ENGLISH)).toBe(false);
    const staff = await makeUser({ roles: ["staff"] });
    const path = `staff/applications/${id}/versions/${number}/dossier`;
    expect((await download(staff.token, path)).bytes.includes(ENGLISH)).toBe(true);
    const body = { selection: { ids: [id] } };
    const printed = await api("POST", "wp/v2/staff/applications/dossiers", {
      ...{ token: staff.token, body },
    });
    const all = Buffer.from(await printed.response.arrayBuffer());
    expect(all.includes(ENGLISH)).toBe(true);
  });

  test("the dossier of the same version and scores has identical bytes", async () => {
    const one = await download(anna.token, `projects/${alga.id}/dossier`);
    const two = await download(anna.token, `projects/${alga.id}/dossier`);
    expect(one.bytes.equals(two.bytes)).toBe(true);
  });

  test("a withdrawn or unknown project has no dossier", async () => {
    const { id } = await makeSent({});
    await bench.withdraw(id);
    expect((await anna.get(`projects/${id}/dossier`)).status).toBe(404);
    expect((await anna.get(`projects/${randomUUID()}/dossier`)).status).toBe(404);
  });
});
