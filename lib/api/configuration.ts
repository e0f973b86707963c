import { siteProblems } from "../config";
import { backendProblems } from "./transport";

/**
 * Ends the process and lists all configuration problems of site and back end. Does nothing if there are no problems.
 */
export async function requireConfiguration(): Promise<void> {
  const problems = new Set([...siteProblems, ...(await backendProblems())]);
  if (problems.size === 0) return;
  console.error(`The configuration is wrong:\n  ${[...problems].join("\n  ")}`);
  process.exit(1);
}
