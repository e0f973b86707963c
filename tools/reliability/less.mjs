// @ts-check
// Lists how each measurement is weaker than a stronger attack, and the attacks that are not measured.
// reports/reliability.md shows the list below the table.
import { ROWS } from "./rows.mjs";

/** @type {Record<string, string>} */
const LESS = {
  kill: "A node is killed three times while a hundred people save, a database at chosen moments; not each a hundred times.",
  upload: "Kills in the middle of a piece and of its end are some, not fifty.",
  disk: "A full disk for files and for the database; not for logs.",
  database: "Away for seconds, not for a minute under fifty requests a second.",
  "back-end":
    "Time-outs of calls; not the open sockets of a site whose back end has been slow for minutes.",
  store: "There is no store of limits beside the database.",
  "last-hour":
    "Three minutes unless --minutes=20 asks for the whole; who asks works on the same processors.",
  deadline:
    "Through zones and both changes of the clock in the code that decides; no browser’s clock is off by a day.",
  tokens:
    "Answers are looked at on the way in and on the pages after it, not all of them for a planted token.",
  json: "2,000 bodies at each endpoint; --times=5 makes it 10,000.",
  spoof:
    "Hostile files of every kind that is known here; the false refusals are counted over those of the tests.",
  served: "Headers are looked at; no browser opens a file of every type.",
  guessing:
    "A thousand tries at one account, a hundred accounts from one address; not one try at each of a thousand from as many.",
  headers: "Looked at without TLS; no grader of others reads them, nor testssl the front.",
  cache: "2,000 mixed requests; --times=5 makes it 10,000.",
  slow: "400 connections for 15 seconds in each way; not 2,000 for five minutes. No flood: who asks for 1,200 pages that are drawn for each visitor within seconds makes the others wait a second and more, as the front limits calls but no pages.",
  scan: "Minutes of each, the public pages and two calls; not everything that an account sees.",
  restore: "The same rows and bytes, without a clock: reports/scale.md says how long it takes.",
  line: "10 MB at 1 Mbit/s with tus’s own client; no browser at its end, no packets lost by chance (netem), not 100 MB at 300 kbit/s.",
  soak: "Saves, uploads and sends at a modest pace; nothing is killed or cut meanwhile.",
};

const NO_ROW = [
  "a second opener of a database within the process, of which there is none; what a second start in one clone does is tested (`scripts/processes/launchers.test.ts`).",
  "how many branches the tests reach. Mutants say more of those modules that decide.",
];

/**
 * Returns a list of what the reliability measurements do not cover, in the order of the rows in the reliability report.
 */
export const whatIsLess = () => [
  ...ROWS.flatMap(({ name }) => (LESS[name] ? [`- \`${name}\`: ${LESS[name]}`] : [])),
  ...NO_ROW.map((text) => `- No row: ${text}`),
];
