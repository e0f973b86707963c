// @ts-check
// Measures a letter, a bulk email from staff, to 100, 1,000, and 10,000 applicants: the time of its preview and of
// queueing it, and the memory. The benchmark pauses the sending of emails.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { logs } from "../../scripts/launcher/paths.mjs";
import { table } from "../../scripts/launcher/report.mjs";
import { runCommand } from "../../scripts/launcher/stack.mjs";
import { askAs, byCode } from "./lib/asking.mjs";
import { measureMemory } from "./lib/memory.mjs";
import { seedApplications } from "./lib/seed-applications.mjs";

const BUDGET_S = 10;
const SIZES = [100, 1_000, 10_000];

/**
 * Measures the preview and the queueing of a letter (an email that staff write to many recipients): durations and
 * memory. Prints the results.
 *
 * @param {import("./lib/measures.mjs").Bench} bench
 */
export async function measure({ site, run }) {
  const { siteUrl, env, pid } = await site();
  /** @type {{ accounts: import("../../scripts/launcher/welcome.mjs").Account[] }} */
  const { accounts } = JSON.parse(readFileSync(env.DEMO_FILE, "utf8"));
  const rita = accounts.find(({ role }) => role === "staff");
  if (!rita) throw new Error("the demo has no staff");
  /**
   * Returns the current code of a demo account's authenticator app.
   *
   * @param {string} email
   */
  const codeOf = async (email) => {
    const log = join(logs, "bench-code.log");
    const args = ["demo-code", email];
    const said = await runCommand("user", { runFolder: run().runFolder, env, log, args });
    return /Code: (\d+)/.exec(said)?.[1] ?? "";
  };
  const ask = askAs(siteUrl, byCode(siteUrl, rita.password, codeOf));
  /**
   * Sends a staff request about a letter. Returns the preview in the response, and the duration in seconds.
   *
   * @param {object} body
   */
  const letter = async (body) => {
    const headers = { "Content-Type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    const began = performance.now();
    const plan = await (await ask(rita.email, "staff/letters", init)).json();
    return { plan, seconds: (performance.now() - began) / 1000 };
  };
  const client = new pg.Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  try {
    await client.query("insert into mail_pause default values on conflict do nothing");
    const { rows } = await client.query("select max(year) as year from editions");
    /** @type {string[][]} */
    const lines = [];
    for (const [index, size] of SIZES.entries()) {
      /** @type {import("./lib/seed-evaluations.mjs").Sql} */
      const sql = (text, values) => client.query(text, values);
      await seedApplications(sql, rows[0].year + 1 + index, size);
      await client.query("analyze");
      const words = { subject: `Letter ${size}`, text: "Three days are left.\n\n".repeat(60) };
      const texts = { it: words, en: words };
      const body = { selection: { query: {}, count: size }, texts };
      await letter({ ...body, texts: { it: { ...words, subject: "Warm" }, en: words } });
      const { before, peak } = await measureMemory(pid, async () => {
        const shown = await letter(body);
        const { plan, count } = shown.plan;
        const made = await letter({
          ...{ ...body, plan, typed: count, anyway: true, reason: "measured" },
        });
        lines.push([
          `${size} applicants, ${made.plan.count} mails`,
          `shown in ${shown.seconds.toFixed(2)} s`,
          `queued in ${made.seconds.toFixed(2)} s`,
          made.seconds < BUDGET_S ? "" : "OVER BUDGET",
        ]);
      });
      lines.at(-1)?.splice(3, 0, `${before.toFixed(0)} MB, at most ${peak.toFixed(0)} MB`);
    }
    console.log(`A letter to a selection (budget ${BUDGET_S} s for 10,000)`);
    console.log(table(lines));
  } finally {
    await client.query("delete from mail_pause");
    await client.end();
  }
}
