import { siteProblems } from "../config";
import { backendProblems } from "./transport";

/**
 * Ends the process with one list of everything that is wrong with the configuration, the site's and
 * the back end's, so that it can be fixed in one go. Does nothing when all is well.
 */
export async function requireConfiguration(): Promise<void> {
  const problems = new Set([...siteProblems, ...(await backendProblems())]);
  if (problems.size === 0) return;
  console.error(`The configuration is wrong:\n  ${[...problems].join("\n  ")}`);
  process.exit(1);
}
