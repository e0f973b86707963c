// @ts-check
// People who save and people who read, all the time, through the front; and what they were told.
import { pause } from "../../process/processes.mjs";
import { asked } from "./asked.mjs";

/** @typedef {{ https: number, name: string }} Front */
/**
 * What one saver saw: the text acknowledged last, and those sent since that may or may not be stored.
 *
 * @typedef {{ value: string | null, maybe: string[] }} Kept
 */
/**
 * @typedef {object} Told how often each was said
 * @property {number} saved
 * @property {number} read
 * @property {number} later 503 with Retry-After
 * @property {{ [what: string]: number }} errors anything else, by status, 0 when the connection broke, and path
 */

/** Milliseconds between two saves of one person, two pages of one reader. */
const [SAVES, READS] = [2_000, 250];
const READERS = 12;
const PAGES = ["/", "/en", "/call-for-ideas", "/en/academy", "/login", "/dashboard"];

/**
 * Begins the load; `end` lets everybody finish, and says what they were told and what each savers' text is.
 *
 * @param {Front} front
 * @param {import("./applicants.mjs").Applicant[]} people
 */
export function beginLoad({ https, name }, people) {
  /** @type {Told} */
  const told = { saved: 0, read: 0, later: 0, errors: {} };
  let isOver = false;
  // The front limits each address: everybody has one of their own.
  const place = (/** @type {number} */ n) => {
    return { port: https, tls: true, name, from: `127.0.1.${n + 1}` };
  };

  /**
   * Whether it was done.
   *
   * @param {"saved" | "read"} what
   * @param {Parameters<typeof asked>} call
   */
  async function ask(what, ...call) {
    const { status, headers } = await asked(...call).catch(() => ({ status: 0, headers: null }));
    const [, path] = call;
    // A page for the signed-in sends whoever is not elsewhere.
    const done = status === 200 || (what === "read" && status === 307);
    if (done) told[what] += 1;
    else if (status === 503 && headers?.["retry-after"]) told.later += 1;
    else told.errors[`${status} ${path}`] = (told.errors[`${status} ${path}`] ?? 0) + 1;
    return done;
  }

  /**
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

  /** @param {number} n */
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
 * Those whose acknowledged text is not what is stored.
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
