import { and, eq } from "drizzle-orm";
import type { verifyVersion as contract } from "@/contract/staff/application";
import { submissions } from "../../db/schema/applications";
import { fail } from "../../http/failure";
import type { Call } from "../../http/serve";
import { verifyReceipt } from "../../project/receipt/verify-receipt";
import { projectOf } from "../project-of";

/**
 * Reports whether a submission's stored content still matches its receipt, like `npm run receipt -- verify`.
 */
export async function verifyVersion({ db, store, params, now }: Call<typeof contract>) {
  const { project } = await projectOf(db, params.id);
  const own = and(eq(submissions.projectId, project.id), eq(submissions.number, params.number));
  const found =
    (await db.$count(submissions, own)) && (await verifyReceipt(db, store, params.number));
  if (!found) return fail("not_found");
  const { stored, computed, faults, released } = found;
  return { at: now().toISOString(), stored, computed, faults, released };
}
