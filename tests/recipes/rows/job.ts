import { after, before, type Change, edits } from "../scratch";

/** Recipe: adds a scheduled job. */
export const job: Change = {
  "backend/forms/count-requests.ts": `import type { Database } from "../db/connect";
import { whitepaperRequests } from "../db/schema/mail";

/** Logs the number of whitepaper requests. */
export async function countRequests({ db, log }: { db: Database; log: { info: (...told: unknown[]) => void } }) {
  log.info({ requests: await db.$count(whitepaperRequests) }, "whitepaper");
}
`,
  "backend/jobs.ts": edits(
    after(
      `import type { Dependencies } from "./dependencies";\n`,
      `import { countRequests } from "./forms/count-requests";\n`,
    ),
    before("\n];", `\n  { name: "count-requests", every: HOUR, run: countRequests },`),
  ),
};
