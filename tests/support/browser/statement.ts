import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Reporter, TestCase, TestResult } from "playwright/types/testReporter";
import { type Look, type Statement, statementOf } from "./looks";

/** The type of the annotation with which a test records an accessibility check. */
export const LOOKED = "looked at";

const FILE = join(import.meta.dirname, "../../../lib/site/tested.json");

/**
 * Writes the numbers of the accessibility statement after a test run that made all checks without a finding. An
 * incomplete run does not change the file.
 */
export default class StatementReporter implements Reporter {
  readonly #looks: Look[] = [];
  readonly #file: string;

  constructor({ file = FILE }: { file?: string } = {}) {
    this.#file = file;
  }

  onTestEnd(_: TestCase, { status, annotations }: TestResult) {
    if (status !== "passed") return;
    for (const { type, description } of annotations)
      if (type === LOOKED && description) this.#looks.push(JSON.parse(description));
  }

  onEnd() {
    const statement = statementOf(this.#looks, new Date().toISOString().slice(0, 10));
    if (!statement) return;
    const { on: _, ...said } = JSON.parse(readFileSync(this.#file, "utf8")) as Statement;
    const { on, ...seen } = statement;
    if (JSON.stringify(said) === JSON.stringify(seen)) return;
    writeFileSync(this.#file, `${JSON.stringify({ on, ...seen }, null, 2)}\n`);
    process.stdout.write("lib/site/tested.json says what was looked at now: keep it.\n");
  }

  printsToStdio() {
    return false;
  }
}
