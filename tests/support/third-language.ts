import {
  cpSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { pseudo } from "./pseudo-messages";

const ROOT = join(import.meta.dirname, "../..");

/** The code of an invented language. BCP 47 reserves this code for private use. */
export const THIRD = "qps-ploc";

/** Folders of test runs and builds that a copy of the repository omits. */
const LEFT_OUT =
  /^(?:node_modules|shared|test-results|playwright-report|\.(?:git|data|next|env).*)$/;
/** Code files with words of each language. The type checker reports a language without words. */
const WORD_LISTS = ["contract/content/attendance.ts", "components/content/covers/cover-palette.ts"];
/** Matches the language code in a file's path: messages/it.json, content/it/…, …-it.pdf. */
const NAMED = /(?<=[/.-])it(?=[/.])/;

/**
 * Copies the repository to `folder` and adds a third language: an entry in the list, words in `WORD_LISTS`, and a
 * translation of every Italian file, with accents and a third longer. All other files stay unchanged.
 */
export function growLanguage(folder: string): void {
  mkdirSync(folder);
  for (const name of readdirSync(ROOT).filter((name) => !LEFT_OUT.test(name))) {
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));

  const entries = join(folder, "contract/languages.ts");
  const entry = `  "${THIRD}": { name: "Pseudo", region: "it-IT" },\n`;
  const source = readFileSync(entries, "utf8");
  writeFileSync(entries, source.replace(/(?=^\} as const satisfies)/m, entry));

  for (const file of WORD_LISTS) {
    const path = join(folder, file);
    const source = readFileSync(path, "utf8");
    writeFileSync(path, source.replace(/\bit: (\/.*\/i|"[^"]*")/g, `$&, "${THIRD}": $1`));
  }

  const fallback = join(folder, "messages/last-fallback.json");
  const words = JSON.parse(readFileSync(fallback, "utf8"));
  writeFileSync(fallback, JSON.stringify({ ...words, [THIRD]: pseudo(words.it) }));

  const files = globSync("**/*.*", { cwd: folder, exclude: ["node_modules"] });
  for (const file of files.filter((file) => NAMED.test(file))) {
    const italian = join(folder, file);
    const twin = join(folder, file.replace(NAMED, THIRD));
    mkdirSync(dirname(twin), { recursive: true });
    if (file.endsWith(".json")) {
      writeFileSync(twin, JSON.stringify(pseudo(JSON.parse(readFileSync(italian, "utf8")))));
    } else if (file.endsWith(".ts")) {
      const named = /(?<=(?:label|name|short|says|low|middle|high): )"[^"]*"/g;
      const source = readFileSync(italian, "utf8");
      writeFileSync(
        twin,
        source.replace(named, (word) => JSON.stringify(pseudo(JSON.parse(word)))),
      );
    } else cpSync(italian, twin);
  }
}
