import { mkdir, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { expect, test, vi } from "vitest";
import { EDITOR_MESSAGES } from "@/contract/content/editor-messages";
import { PICTURE_BYTES_MAX } from "@/contract/content/media";
import { LANGUAGES, type Language } from "@/contract/languages";
import { testFolder } from "@/tests/support/folder";
import { image } from "@/tests/support/made-files/files";
import { startWordPress, WP_USER, wpPost } from "@/tests/support/servers/wordpress";
import { CONTENT } from "../commands/tables/content";
import { checkFiles, checkLinks, checkWordPress, externalLinks, type Report } from "./check-texts";

async function folderWith(files: Record<string, string | Buffer>): Promise<string> {
  const folder = await testFolder("check-texts");
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

const file = (lines: string, body = "Testo.") =>
  `---\ntitle: "Uno"\ndate: "2026-01-01"\ntags: "Idee"\n${lines}---\n\n${body}\n`;
const article = (body: string) => file("", body);
const linesOf = (folder: string) =>
  checkFiles(folder, "en").reports.map(({ place, line, rule }) => `${place}:${line ?? ""} ${rule}`);

test("every file of a folder is reported with its line, also beside files that cannot be read", async () => {
  const folder = await folderWith({
    "it/posts/uno.md": file(
      'further:\n  - "/magazine/due"\n  - "/academy/mai"\n',
      "A\n\n[b](/evento/mai)",
    ),
    "it/posts/due.md": file("author: Ada\n", "B"),
    "en/posts/uno.md": file('modified: "2025-01-01"\n', "![c](/wp-json/media/mai.jpg)"),
    "it/posts/rotto.md": "---\ndate: 2026-01-01\ntitle: Uno: due\n---\n",
    "it/posts/doppio.md":
      '---\ntitle: "Due"\ndate: "ieri"\nmeta:\n  edition: "2025"\n  places: "tanti"\n---\n\nE\n',
    "it/posts/nota.md": article("Prima riga.\n\nUna nota[^a]."),
    "it/posts/cifra.md": article("Prima riga.\n\n{{tutto}}"),
    "it/posts/senza.md": '---\ndate: "2026-01-01"\n---\n',
    "it/posts/bom.md": `\uFEFF${file("", "C")}`,
    "it/posts/latino.md": Buffer.from(file("", "Città"), "latin1"),
    "it/posts/due parole.md": file("", "D"),
    "it/posts/prova.MD": file(""),
    "it/articoli/prova.md": file(""),
    "it/events/una.md":
      '---\ntitle: "Una"\ndate: "2026-01-01"\nmeta:\n  starts_at: "2027-02-02"\n  ends_at: "2027-02-01"\n---\n\nE\n',
  });
  await mkdir(join(folder, "it/posts/cartella.md"));
  expect(linesOf(folder).filter((line) => !line.endsWith("translation_missing"))).toEqual([
    "it/posts/cartella.md: file_folder",
    "it/posts/cifra.md:9 file_figure",
    "it/posts/doppio.md:3 field_date",
    "it/posts/doppio.md:6 field_count",
    "it/posts/nota.md:9 file_note_missing",
    "it/posts/rotto.md:3 file_yaml",
    "it/posts/senza.md:1 file_field_missing",
    "it/articoli/prova.md: file_unread",
    "it/posts/prova.MD: file_unread",
    "it/posts/due parole.md: slug_wrong",
    "it/posts/latino.md:7 encoding",
    "it/posts/uno.md:12 link_dead",
    "it/posts/uno.md:7 further_dead",
    "it/events/una.md:6 ends_early",
    "en/posts/uno.md:8 image_missing",
    "en/posts/uno.md:5 translation_old",
  ]);
});

test("a draft is the translation of another draft, but not of a published text", async () => {
  const draft = 'status: "draft"\n';
  const folder = await folderWith({
    "it/posts/uno.md": file(draft),
    "en/posts/uno.md": file(draft),
    "it/posts/due.md": file(""),
    "en/posts/due.md": file(draft),
  });
  const lines = linesOf(folder).filter((line) => line.includes("translation"));
  expect(lines).toEqual(["it/posts/due.md: translation_missing"]);
});

const picture = (name: string) => file(`image: "${name}"\nalt: "Un molo"\n`);
/**
 * Invalid Markdown files by name. Each row contains the file's text and then its expected findings, each with line,
 * rule, and field.
 */
const WRONG_FILES: Record<string, [text: string, ...found: string[]]> = {
  lungo: [article("a".repeat(40_001)), ": file_long"],
  nudo: ["Testo.", ":1 file_fields"],
  vuoto: ["---\n\n---\n", ":1 file_fields"],
  elenco: ["---\n- a\n---\n", ":1 file_fields"],
  aperto: [file('excerpt: "a\n'), ":5 file_yaml"],
  asterischi: [file("excerpt: *Ecco*\n"), ":5 file_yaml"],
  ripetuto: [file('"date": "2026-01-02"\n'), ":5 file_field_twice date"],
  valori: [
    [
      '---\ntitle: " "\ndate: "2026-02-31"\nexcerpt:\ntags: ["a"]\nstatus: "pubblico"\ncount: "6"',
      'further: "a"\naliases: ["Due Parole"]\nversion: 0\ncolore: "rosso"\nmeta:\n  edition: 2025',
      '  kind: "gara"\n  link: "dove"\n  email: "ada"\n  stato: "x"\n---\n',
    ].join("\n"),
    ":2 file_field_empty title",
    ":3 field_date date",
    ":4 file_field_empty excerpt",
    ":5 file_field_text tags",
    ":6 field_choice status",
    ":7 file_field_number count",
    ":8 file_field_list further",
    ":9 field_slugs aliases",
    ":10 file_field_wrong version",
    ":11 file_field_unknown colore",
    ":13 file_field_text meta.edition",
    ":14 field_choice meta.kind",
    ":15 field_link meta.link",
    ":16 field_email meta.email",
    ":17 file_field_unknown meta.stato",
  ],
  gruppo: [
    '---\ndate: "2026-01-01"\nmeta: "a"\n---\n',
    ":1 file_field_missing title",
    ":3 file_field_group meta",
  ],
  soli: [
    file('alt: "a"\nfocus: "5"\ncount: 3\nmeta:\n  outcome: "winner"\n'),
    ":5 file_field_needs alt",
    ":6 field_focus focus",
    ":6 file_field_needs focus",
    ":7 file_field_needs count",
    ":9 edition_missing",
  ],
  forme: [file('cover: "riga"\ncount: 9\n'), ":6 file_cover_count"],
  rilievo: [file('cover: "scala"\ncount: 9\nwhich: 2\n'), ":7 file_cover_plain"],
  anello: [file('cover: "grata"\ncount: 9\nwhich: 10\n'), ":7 file_cover_which"],
  senza: [file('cover: "grata"\nwhich: 1\n'), ":6 file_field_needs which"],
  cifra: [article("{{tutto}}"), ":7 file_figure"],
  due: [article("A[^x].\n\n[^x]: Una.\n[^x]: Due."), ":9 file_note_twice"],
  manca: [article("A[^x]."), ":7 file_note_missing"],
  bis: [article("A[^x], B[^x].\n\n[^x]: Nota."), ":7 file_note_repeated"],
  inutile: [article("A.\n\n[^x]: Nota."), ":9 file_note_unused"],
  barre: [article("[bars: A]\n\nTesto."), ":7 file_bars_alone"],
  molto: [article("[bars: A]\n| a | b |\n|---|---|\n| c | molto |"), ":10 file_bars_amount"],
  muto: [file('image: "molo.jpg"\n'), ":1 picture_alt"],
  nome: [picture("Molo.jpg"), ":5 image_name"],
  assente: [picture("mai.jpg"), ":5 image_missing"],
};

async function makeWrongFolder(): Promise<string> {
  const good = await image("jpeg", { width: 1200, height: 900 });
  const pictures: Record<string, Buffer> = {
    pesante: Buffer.concat([good, Buffer.alloc(PICTURE_BYTES_MAX)]),
    finta: Buffer.from("<html></html>"),
    png: await image("png", { width: 1200, height: 900 }),
    piccola: await image("jpeg", { width: 1200, height: 700 }),
    grande: await image("jpeg", { width: 10_000, height: 5_001 }),
    rovinata: good.subarray(0, good.length / 2),
  };
  const files = Object.entries(WRONG_FILES).map(([name, [text]]) => [`it/posts/${name}.md`, text]);
  const shown = Object.entries(pictures).flatMap(([name, bytes]) => [
    [`it/stories/${name}.md`, picture(`${name}.jpg`)],
    [`media/${name}.jpg`, bytes],
  ]);
  const folder = await folderWith({
    ...Object.fromEntries([...files, ...shown]),
    "it/posts/ventuno.md": file('cover: "riga"\n'),
    "it/posts/ventidue.md": file('cover: "riga"\n'),
    "it/altro.md": article(""),
    "media/molo.jpg": good,
  });
  await mkdir(join(folder, "it/posts/cartella.md"));
  await symlink("mai.md", join(folder, "it/posts/rimando.md"));
  return folder;
}
const wrongFolder = await makeWrongFolder();

test("each problem of a wrong file is a finding with its rule and line, and names its field", async () => {
  const { reports } = checkFiles(wrongFolder, "en");
  for (const [name, [, ...found]] of Object.entries(WRONG_FILES)) {
    const own = reports.filter(({ place }) => place === `it/posts/${name}.md`);
    const fields = found.map((one) => one.split(" ")[2] ?? "");
    const said = own.map(({ line, rule, message }, at) => {
      const field = fields[at];
      return `:${line ?? ""} ${rule}${field && message.includes(field) ? ` ${field}` : ""}`;
    });
    expect([name, said]).toEqual([name, found]);
  }
});

/** Returns each message key of the content check, with a pattern that matches the message with any values. */
function sentencesOf(language: Language): [key: string, sentence: RegExp][] {
  const rules = Object.entries(EDITOR_MESSAGES[language]).filter(([key]) =>
    key.startsWith("finding."),
  );
  return rules.map(([key, message]) => {
    const parts = message.split(/\{\w+\}/).map((part) => part.replaceAll(/[^\w\s]/g, "\\$&"));
    return [key, new RegExp(`(?:^|: )${parts.join("[^]*")}$`)];
  });
}

test.each(LANGUAGES)(
  "the content check prints each problem of a file in its language: %s",
  async (said) => {
    vi.stubEnv("CONTENT_DIR", wrongFolder);
    const verb = CONTENT.verbs.find(({ name }) => name === "check");
    if (!verb || !("run" in verb)) throw new Error("there is no such verb");
    const printed: string[] = [];
    const given = { option: () => said, flag: (name: string) => name === "json" };
    const run = verb.run({ ...given, print: (line: string) => printed.push(line) } as never);
    await expect(run).rejects.toThrow();
    vi.unstubAllEnvs();
    const { findings } = JSON.parse(printed.join(""));
    const lines: string[] = findings.map((one: Report) => one.message);
    const sentences = sentencesOf(said);
    const isSaid = (line: string) => sentences.some(([, sentence]) => sentence.test(line));
    expect(lines.filter((line) => !isSaid(line))).toEqual([]);
    const missing = sentences.filter(([key, sentence]) => {
      return key.startsWith("finding.file_") && !lines.some((line) => sentence.test(line));
    });
    expect(missing.map(([key]) => key)).toEqual([]);
  },
);

test("a finding has the line of its own address, not of a longer address or of the front matter", async () => {
  const folder = await folderWith({
    "it/posts/uno.md": file(
      'author: "Ada"\nimage: "molo.jpg"\nalt: "Un molo"\nfurther:\n  - "/evento/mai"\n',
      [
        "[a](/evento/mai-stato-qui) [b](/magazine/новости)",
        "",
        "[c](/evento/mai) ![d](Molo.jpg)",
        "![e](un molo.jpg)",
        "![ ](molo.jpg)",
        "<form>f</form> [vc_row]",
      ].join("\n"),
    ),
    "it/posts/due.md": file('author: "Bruna"\n'),
    "media/molo.jpg": await image("jpeg", { width: 1200, height: 900 }),
  });
  const found = linesOf(folder).filter((line) => /uno/.test(line));
  expect(found).toEqual([
    "it/posts/uno.md:5 author_unknown",
    "it/posts/uno.md:12 link_dead",
    "it/posts/uno.md:12 link_dead",
    "it/posts/uno.md:14 link_dead",
    "it/posts/uno.md:14 image_name",
    "it/posts/uno.md:16 image_alt",
    "it/posts/uno.md:17 element_removed",
    "it/posts/uno.md:15 image_name",
    "it/posts/uno.md:17 shortcode",
    "it/posts/uno.md:9 further_dead",
    "it/posts/uno.md: translation_missing",
  ]);
});

test("links to pages of the site are checked by the same rules for files and for a WordPress", async () => {
  const links = {
    ...{ "/corso": "", "/magazine/1": "", "/magazine/idee": "", "/evento/online": "" },
    ...{ "/magazine/uno/": "", "/magazine/prima": "", "/feed.xml": "", "/evento/x/calendar": "" },
    ...{
      "/nessuna-pagina": "link_dead",
      "/magazine/2": "link_dead",
      "/magazine/bozza": "link_dead",
    },
    ...{ "/corsoOLD": "", "https://www.example.org/en/magazine/uno": "" },
    "https://www.example.org/storie/mai": "link_dead",
  };
  const origins = ["https://www.example.org"];
  const linking = Object.keys(links).map((link) => `[a](${link})`);
  const folder = await folderWith({
    "it/posts/uno.md": file('aliases: ["prima"]\n', linking.join(" ")),
    "it/posts/bozza.md": file('status: "draft"\n'),
    "en/posts/uno.md": file('status: "draft"\n'),
  });
  const expected = Object.keys(links).filter((link) => links[link as keyof typeof links]);
  const deadIn = (reports: { rule: string; message: string }[]) =>
    reports.flatMap(({ rule, message }) =>
      rule === "link_dead" ? [/[“"](.+?)[”"]/.exec(message)?.[1]] : [],
    );
  const { reports } = checkFiles(folder, "en", origins);
  expect(deadIn(reports)).toEqual(expected);
  // Readers do not see drafts, so a draft does not count as a translation.
  expect(linesOf(folder)).toContain("it/posts/uno.md: translation_missing");
  const wordpress = await startWordPress(Buffer.from("x"));
  try {
    const content = [...Object.keys(links), `${wordpress.url}/?p=9`, `${wordpress.url}/uno/`];
    wordpress.types.posts = [
      wpPost({
        ...{ id: 1, slug: "uno", aliases: ["prima"], terms: ["Idee"] },
        content: content.map((href) => `<a href="${href}">a</a>`).join(""),
      }),
    ];
    const site = { address: wordpress.url, hosts: [], origins };
    expect(deadIn((await checkWordPress(site, "en")).reports)).toEqual([
      ...expected,
      `${wordpress.url}/?p=9`,
    ]);
  } finally {
    await wordpress.close();
  }
});

test("the site's own texts have no error", () => {
  expect(checkFiles("content", "it").reports.filter(({ level }) => level === "error")).toEqual([]);
});

test("a WordPress is checked with the same rules, in the language of the editor", async () => {
  const wordpress = await startWordPress(Buffer.from("x"));
  try {
    wordpress.types.posts = [
      wpPost({ id: 1, slug: "chiusa", password: "segreto" }),
      wpPost({
        id: 2,
        slug: "due",
        content: '<a href="/magazine/mai">a</a><a href="https://fuori.example/x">b</a>',
      }),
      wpPost({ id: 3, slug: "alone", lang: "en" }),
    ];
    const site = { address: wordpress.url, hosts: [] };
    const { texts, reports } = await checkWordPress(site, "it");
    expect([...externalLinks(texts).keys()]).toEqual(["https://fuori.example/x"]);
    const said = reports.map(({ place, message }) => `${place.replace(/^.*: /, "")} ${message}`);
    expect(said).toContain("posts/chiusa (it) Il testo ha una password: il sito non lo mostra.");
    expect(said).toContain(
      "posts/due (it) Il link “/magazine/mai” porta a una pagina che non c’è.",
    );
    expect(said).toContain(
      "posts/alone (en) Questo testo non è collegato a nessun testo italiano.",
    );
    // A WordPress site that requires a password must cause an error. It must not look like a site without texts.
    wordpress.guarded = true;
    await expect(checkWordPress(site, "it")).rejects.toThrow();
    expect((await checkWordPress({ ...site, credentials: WP_USER }, "it")).reports).toEqual(
      reports,
    );
    wordpress.types = {};
    wordpress.guarded = false;
    expect((await checkWordPress(site, "it")).reports).toEqual([]);
    wordpress.mood = "down";
    await expect(checkWordPress(site, "it")).rejects.toThrow();
  } finally {
    await wordpress.close();
  }
});

test("external links are requested only when asked, each once, and failures are reported", async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.writeHead(request.url === "/mai" ? 404 : 200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const folder = await folderWith({
      "it/posts/uno.md": file("", `[a](${url}/si) [b](${url}/mai) [c](${url}/si)`),
    });
    const { texts } = checkFiles(folder, "en");
    expect(asked).toEqual([]);
    const reports = await checkLinks(externalLinks(texts), "en");
    expect(asked.toSorted()).toEqual(["/mai", "/si"]);
    expect(reports.map(({ place, line, message }) => [place, line, message])).toEqual([
      ["it/posts/uno.md", 7, `The link “${url}/mai” does not answer (404).`],
    ]);
  } finally {
    server.close();
  }
});
