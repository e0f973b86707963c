import { buffer } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { CRITERIA } from "@/contract/evaluation/weights";
import { FILE_FIELDS } from "@/contract/project/project-fields";
import { pdfText } from "@/tests/support/made-files/unpack";
import { EVERY_FIELD, shownAnswers } from "@/tests/support/people/every-field";
import { messagesIn, optionWord } from "../../documents/messages";
import { writeReceipt } from "../../project/receipt/receipt-pdf";
import { writeDossier } from "./dossier-pdf";
import { listTable } from "./export-list";
import type { ExportProject } from "./export-rows";

const sentAt = new Date("2026-09-30T21:59:07.000Z");
const known = {
  ...{ programme: "Slancio", number: "2026-000001", sentAt, project: EVERY_FIELD },
  written: "it" as const,
};

/** Returns the text of a PDF without white space, because lines can break anywhere. */
async function textOf(document: unknown): Promise<string> {
  const pages = await pdfText(await buffer(document as AsyncIterable<Uint8Array>));
  return withoutBlanks(pages.join(""));
}

function withoutBlanks(text: string): string {
  return text.replaceAll(/\s+/g, "");
}

describe.each(["it", "en"] as const)("every field of the application, in %s", (language) => {
  const words = messagesIn(language);
  const answers = shownAnswers(words.fields, (value) => optionWord(words, value));
  const [member] = EVERY_FIELD.team;
  const readable = answers.filter(({ isPrivate }) => !isPrivate);
  const hidden = answers.filter(({ isPrivate }) => isPrivate).map(({ value }) => value);
  // The phone numbers and ages of team members are hidden from evaluators, because the contact person's phone and age
  // are private fields.
  hidden.push(...EVERY_FIELD.team.flatMap(({ phone, age }) => [phone, optionWord(words, age)]));

  test("each field is in the dossier under its name unless it is private", async () => {
    const text = await textOf(
      writeDossier({ ...known, evaluation: null, criteria: CRITERIA, language }),
    );
    for (const { name, value, read } of readable) {
      const row = read === "title" || read === "lead" ? value : name + value;
      expect(text).toContain(withoutBlanks(row));
    }
    for (const field of FILE_FIELDS) {
      expect(text).toContain(withoutBlanks(`${words.fields[field]}${EVERY_FIELD[field]?.name}`));
    }
    expect(text).toContain(withoutBlanks(`${member?.name}${member?.role}`));
    for (const value of hidden) expect(text).not.toContain(withoutBlanks(value));
  });

  test("each field is on the receipt under its name", async () => {
    const facts = { replaces: null, sha256: "b".repeat(64), year: 2026, account: "Ada" };
    const receipt = { ...known, ...facts, language };
    const text = await textOf(writeReceipt(receipt));
    for (const { name, value } of answers) expect(text).toContain(withoutBlanks(name + value));
    for (const field of FILE_FIELDS) {
      expect(text).toContain(withoutBlanks(`${words.fields[field]}${EVERY_FIELD[field]?.name}`));
    }
  });

  test("each field is a column of the table under its name unless it is private, and files are in the zip", async () => {
    const submission = { ...known, nome: EVERY_FIELD.nome, projectId: "1" };
    async function* projects() {
      yield { submission, evaluation: null } as unknown as ExportProject;
    }
    const table = listTable(projects(), { language, year: 2026, ranking: null });
    const titles = table.columns.map(({ title }) => title);
    const rows = [];
    for await (const cells of table.rows) rows.push(cells);
    const [row = []] = rows;
    for (const { name, value } of readable) expect(row[titles.indexOf(name)]).toBe(value);
    for (const value of hidden) expect(row.join(" ")).not.toContain(value);
    expect(row[titles.indexOf(words.fields.team)]).toBe("Ada Bruni (CTO)");
  });
});

test("columns keep their order regardless of other columns and contain nothing private", () => {
  const { columns } = listTable([] as never, { language: "it", year: 2026, ranking: null });
  const known = [
    "Ricevuta",
    "Nome",
    "Tipologia di impresa",
    "Nome del progetto (tipologia «Altro»)",
    "Anno di costituzione",
    "Impresa costituita",
    "A guida femminile",
    "Stadio di sviluppo",
    "Settore",
    "Tecnologia",
    "Altra tecnologia",
    "Idea",
    "Partecipa alla sfida",
    "Obiettivi",
    "Impatto",
    "Video della sfida",
    "Nome e cognome",
    "Ruolo",
    "Team",
    "Inviato il (ora di Roma)",
  ];
  const titles = columns.map(({ title }) => title);
  expect(titles.slice(0, known.length)).toEqual(known);
});
