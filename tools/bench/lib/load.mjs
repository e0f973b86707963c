// @ts-check
// Simulates users who continuously save or read through the reverse proxy. Counts the responses.
import { pause } from "../../../scripts/processes/processes.mjs";
import { asked } from "./asked.mjs";

/** @typedef {{ https: number, name: string }} Front */
/**
 * The texts of a simulated user who saves: the last confirmed text, and later texts that the server possibly stored.
 *
 * @typedef {{ value: string | null, maybe: string[] }} Kept
 */
/**
 * @typedef {object} Told the number of responses of each kind
 * @property {number} saved
 * @property {number} read
 * @property {number} later 503 with Retry-After
 * @property {{ [what: string]: number }} errors all others, by status (0 for a broken connection) and path
 */

/** Milliseconds between two saves of a simulated user, and between two page requests of a simulated reader. */
const [SAVES, READS] = [2_000, 250];
const READERS = 12;
const PAGES = ["/", "/en", "/call-for-ideas", "/en/academy", "/login", "/dashboard"];

/**
 * Starts users who save and read. `end` waits for running requests and returns the counts and each saving user's last
 * texts.
 *
 * @param {Front} front
 * @param {import("./applicants.mjs").Applicant[]} people
 */
export function beginLoad({ https, name }, people) {
  /** @type {Told} */
  const told = { saved: 0, read: 0, later: 0, errors: {} };
  let isOver = false;
  // Give each user a separate address, because the reverse proxy limits the request rate of each address.
  const place = (/** @type {number} */ n) => {
    return { port: https, tls: true, name, from: `127.0.1.${n + 1}` };
  };

  /**
   * Sends a request, counts the result, and returns whether the request succeeded.
   *
   * @param {"saved" | "read"} what
   * @param {Parameters<typeof asked>} call
   */
  async function ask(what, ...call) {
    const { status, headers } = await asked(...call).catch(() => ({ status: 0, headers: null }));
    const [, path] = call;
    // A redirect (307) also counts as a success, because private pages redirect visitors who are not signed in.
    const done = status === 200 || (what === "read" && status === 307);
    if (done) told[what] += 1;
    else if (status === 503 && headers?.["retry-after"]) told.later += 1;
    else told.errors[`${status} ${path}`] = (told.errors[`${status} ${path}`] ?? 0) + 1;
    return done;
  }

  /**
   * Saves repeatedly as one user until the load ends. Returns the last confirmed text and the later texts.
   *
   * @param {import("./applicants.mjs").Applicant} person
   * @param {number} n
   */
  async function saver({ userId, cookie }, n) {
    /** @type {Kept} */
    const kept = { value: null, maybe: [] };
    const headers = {
      cookie,
      "Sec-Fetch-Site": "same-origin",
      "Content-Type": "application/json",
    };
    await pause((n / people.length) * SAVES);
    for (let count = 0; !isOver; count += 1) {
      const value = `${userId} ${count}`;
      const body = Buffer.from(JSON.stringify({ nome: value }));
      const options = { method: "POST", headers, body };
      if (await ask("saved", place(n), "/wp-json/wp/v2/project", options)) {
        kept.value = value;
        kept.maybe = [];
      } else kept.maybe.push(value);
      await pause(SAVES);
    }
    return kept;
  }

  /**
   * Simulates a user who requests pages until the load ends.
   *
   * @param {number} n
   */
  async function reader(n) {
    for (let count = n; !isOver; count += 1) {
      await ask("read", place(people.length + n), PAGES[count % PAGES.length] ?? "/");
      await pause(READS);
    }
  }

  const saving = Promise.all(people.map(saver));
  const reading = Promise.all(Array.from({ length: READERS }, (_, n) => reader(n)));
  return {
    async end() {
      isOver = true;
      await reading;
      return { told, kept: await saving };
    },
  };
}

/**
 * Returns the users whose stored text is neither the last confirmed text nor a later one.
 *
 * @param {import("pg").Client} client
 * @param {import("./applicants.mjs").Applicant[]} people
 * @param {Kept[]} kept
 */
export async function lostOf(client, people, kept) {
  /** @type {import("pg").QueryResult<{ user_id: string, nome: string | null }>} */
  const { rows } = await client.query("select user_id, fields->>'nome' as nome from projects");
  const stored = new Map(rows.map(({ user_id, nome }) => [user_id, nome]));
  return kept.filter(({ value, maybe }, n) => {
    const now = stored.get(people[n]?.userId ?? "");
    return value !== null && now !== value && !maybe.includes(now ?? "");
  });
}
