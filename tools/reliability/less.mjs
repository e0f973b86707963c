// @ts-check
// Lists how each measurement is weaker than a real attack could be, and the attacks that are not measured.
// reports/reliability.md shows the list below the table.
import { ROWS } from "./rows.mjs";

/** @type {Record<string, string>} */
const LESS = {
  kill: "The tests kill an instance three times while a hundred applicants save, and the database at chosen moments, not a hundred times each.",
  upload: "The tests kill a server at a few moments of an upload, not at fifty.",
  disk: "The disk is full for files and for the database, not for logs.",
  database: "The database is away for seconds, not for a minute at fifty requests a second.",
  "back-end": "The tests check time-outs, not the open sockets after minutes with a slow back end.",
  store: "Rate limits have no store besides the database.",
  "last-hour":
    "Without --minutes=20 the row takes three minutes. The clients use the site's processors.",
  deadline: "No test uses a browser whose clock is a day wrong.",
  tokens: "The tests search the sign-in and the next pages for tokens, not all responses.",
  json: "Each endpoint gets 2,000 bodies; --times=5 sends 10,000.",
  spoof:
    "The hostile files are of the kinds known to the project; false refusals are counted on the tests' files only.",
  served: "The tests check headers. No browser opens a file of each type.",
  guessing:
    "One account gets a thousand attempts, and one address tries a hundred accounts. No test uses a thousand addresses.",
  headers: "The tests use no TLS, no external grader and no testssl.",
  cache: "The row sends 2,000 mixed requests; --times=5 sends 10,000.",
  slow: "400 connections for 15 seconds each, not 2,000 for five minutes. The instance alone is slower, but does not count. During 1,200 requests within seconds for pages rendered for each visitor, other users wait a second or more, because the reverse proxy limits API calls but not pages.",
  scan: "Each scanner runs for minutes on public pages and two API requests, not on the pages of an account.",
  restore: "The tests measure no time; reports/scale.md does.",
  line: "10 MB at 1 Mbit/s by the tus client: no browser, no random packet loss (netem), and not 100 MB at 300 kbit/s.",
  soak: "The load is moderate and nothing is interrupted. The uncertainty of an hour's run exceeds the limit of 1 %.",
};

const NO_ROW = [
  "a second process that opens the same database. scripts/processes/launchers.test.ts tests a second start in one clone.",
  "branch coverage. Mutants say more about the modules that make decisions.",
];

/**
 * Returns a list of what the reliability measurements do not cover, in the order of the rows in the reliability report.
 */
export const whatIsLess = () => [
  ...ROWS.flatMap(({ name }) => (LESS[name] ? [`- \`${name}\`: ${LESS[name]}`] : [])),
  ...NO_ROW.map((text) => `- No row: ${text}`),
];
