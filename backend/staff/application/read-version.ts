import { and, desc, eq, sql } from "drizzle-orm";
import { CRITERIA } from "@/contract/evaluation/weights";
import { languageOf } from "@/contract/languages";
import { FILE_FIELDS } from "@/contract/project/project-fields";
import { wholeProject } from "@/contract/project/project-schemas";
import type * as contract from "@/contract/staff/application";
import { users } from "../../db/schema/accounts";
import { submissions } from "../../db/schema/applications";
import { sendDossier } from "../../evaluations/export/dossier";
import { fileIn } from "../../evaluations/export/sent-file";
import { differences } from "../../evaluations/list/answers-before";
import { renditionStates, sendFileAs } from "../../files/renditions/read-renditions";
import { fail } from "../../http/failure";
import type { Call } from "../../http/serve";
import { projectOf } from "../project-of";
import { missingOf } from "./get-application";
import { readableOf, recordReading } from "./reading";

/**
 * Returns a submission for staff. For each answer that changed since the previous submission, also returns the previous
 * answer.
 */
export async function readVersion(call: Call<typeof contract.readVersion>) {
  const { version, previous } = await openVersion(call);
  const { project } = version;
  const files = FILE_FIELDS.flatMap((field) => project[field]?.id ?? []);
  return {
    number: version.number,
    sent_at: version.sentAt.toISOString(),
    project,
    before: previous ? differences(previous.project, project) : {},
    missing: [...(await missingOf(call.store, files))],
    renditions: await renditionStates(call.db, files),
  };
}

/** Returns the content of a file that belongs to a submission. */
export async function getVersionFile(call: Call<typeof contract.getVersionFile>) {
  const { version } = await openVersion(call);
  return sendFileAs(call, fileIn(version.project, call.params.fileId));
}

/** Returns a submission as a PDF without scores, as evaluators receive it. */
export async function getVersionDossier(call: Call<typeof contract.getVersionDossier>) {
  const { version } = await openVersion(call);
  return sendDossier(version, {
    programme: call.config.PROGRAMME_NAME,
    evaluation: undefined,
    criteria: CRITERIA,
    language: call.language,
  });
}

type Reading = Pick<Call<typeof contract.readVersion>, "db" | "caller" | "params" | "arrivedAt">;

/**
 * Returns a submission and the previous one, and writes to the audit log that staff read the submission. Fails with 404
 * if the submission does not exist or staff cannot read it.
 */
async function openVersion(call: Reading) {
  const { db, params } = call;
  const application = await projectOf(db, params.id);
  const { project } = application;
  const own = eq(submissions.projectId, project.id);
  const asked = db
    .select({ sentAt: submissions.sentAt, number: submissions.number })
    .from(submissions)
    .where(and(own, eq(submissions.number, params.number)));
  const [version, previous] = await db
    .select()
    .from(submissions)
    .where(and(own, sql`(${submissions.sentAt}, ${submissions.number}) <= (${asked})`))
    .orderBy(desc(submissions.sentAt), desc(submissions.number))
    .limit(2);
  if (!version || (await readableOf(db, project)) !== "yes") return fail("not_found");
  await recordReading(call, application);
  const [owner] = await db
    .select({ language: users.language })
    .from(users)
    .where(eq(users.id, project.userId));
  const written = languageOf(owner?.language);
  const whole = (one: typeof version) => ({ ...one, written, project: wholeProject(one.project) });
  return { version: whole(version), previous: previous && whole(previous) };
}
