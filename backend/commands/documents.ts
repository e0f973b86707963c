import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { LANGUAGES } from "@/contract/languages";
import { policiesIn, readPolicy } from "../content/policy";
import {
  accessibilityStatement,
  readAccessibilityReport,
  statementFile,
} from "../documents/accessibility-statement";
import { drawn, publish } from "../documents/publish";
import { POLICY_FOLDER } from "../documents/published-document";

/*
 * Writes the PDFs of public/policy from the texts in content/, and the accessibility statement from the report in
 * docs/accessibility. Run this program after a change of a policy or the report. The program needs no database, so it
 * is not one of the operators' commands.
 */

/** Name of the programme for the PDF texts, from the optional first argument. */
const programme = process.argv[2];

await mkdir(POLICY_FOLDER, { recursive: true });
const report = await readAccessibilityReport();
for (const language of LANGUAGES) {
  await writeFile(statementFile(language), await accessibilityStatement(report, language));
  process.stdout.write(`${statementFile(language)}\n`);
  for (const file of await readdir(policiesIn(language))) {
    const name = file.replace(/\.md$/, "");
    const text = await readPolicy(name, language, programme);
    const target = join(POLICY_FOLDER, `${name}-${language}.pdf`);
    if (text.version) await publish(POLICY_FOLDER, name, text);
    else await writeFile(target, await drawn(text));
    process.stdout.write(`${target}\n`);
  }
}
