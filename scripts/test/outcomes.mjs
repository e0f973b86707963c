// What the test programs' reports say of single tests, a line each.
import { relative } from "node:path";
import { root } from "./paths.mjs";

/** The first line of a failure's message, without a terminal's colours. */
function firstLine(message = "") {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a colour begins with one
  const [line = ""] = message.replaceAll(/\u001b\[[0-9;]*m/g, "").split("\n");
  return line.slice(0, 200);
}

/** Every failed test of Vitest's JSON report, and every file that could not be run at all. */
export function failuresOfVitest({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === "failed");
    if (failed.length === 0 && status === "failed") return [`${file}: ${firstLine(message)}`];
    return failed.map(
      ({ fullName, failureMessages }) => `${file}: ${fullName}: ${firstLine(failureMessages[0])}`,
    );
  });
}

/** What of Playwright's JSON report failed, and what passed at the second try only. */
export function namesOfPlaywright(suites) {
  const names = { failures: [], unsteady: [] };
  const read = ({ file, specs = [], suites: inner = [] }) => {
    for (const { title, tests } of specs) {
      for (const { projectName, status, results } of tests) {
        const bad = results.find(({ error }) => error);
        const line = `${file} [${projectName}] ${title}: ${firstLine(bad?.error?.message)}`;
        if (status === "unexpected") names.failures.push(line);
        if (status === "flaky") names.unsteady.push(line);
      }
    }
    inner.forEach(read);
  };
  suites.forEach(read);
  return names;
}
