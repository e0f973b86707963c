import { Resolver } from "node:dns/promises";
import { runChecks } from "../doctor/examine";
import { columns } from "../run/columns";
import { type Command, CommandError } from "../run/verb";

export const DOCTOR: Command = {
  name: "doctor",
  says: "checks the configuration and every service, and names the next step",
  verbs: [
    {
      name: "",
      says: "one line per check, ok or PROBLEM",
      run: async ({ db, store, config, print }) => {
        const dns = new Resolver({ timeout: 3_000, tries: 1 });
        const ask = (url: string, headers: Record<string, string> = {}) =>
          fetch(url, { headers, signal: AbortSignal.timeout(5_000) });
        const findings = await runChecks({ db, store, config, dns, ask, now: () => new Date() });
        const rows = findings.map(({ what, ok, says }) => [ok ? "ok" : "PROBLEM", what, says]);
        for (const line of columns([["ok", "configuration", "complete"], ...rows])) print(line);
        const wrong = findings.filter(({ ok }) => !ok).length;
        if (wrong > 0)
          throw new CommandError(`${wrong} of ${rows.length + 1} checks found a problem.`);
      },
    },
  ],
};
