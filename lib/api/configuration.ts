import { siteProblems } from "../config";
import { backendProblems } from "./transport";

/**
 * Ends the process with a list of all configuration problems of the site and the back end. Does nothing when there are
 * no problems.
 */
export async function requireConfiguration(): Promise<void> {
  const problems = new Set([...siteProblems, ...(await backendProblems())]);
  if (problems.size === 0) return;
  console.error(`The configuration is wrong:\n  ${[...problems].join("\n  ")}`);
  process.exit(1);
}
