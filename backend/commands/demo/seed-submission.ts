import { eq } from "drizzle-orm";
import { type Draft, EMPTY_PROJECT, type Project } from "@/contract/project/project-schemas";
import type { Executor } from "../../db/connect";
import { projects, submissions } from "../../db/schema/applications";
import type { Edition } from "../../editions/edition";
import { projectHash } from "../../project/receipt/canonical";
import { nextNumber } from "../../project/send-project";
import { claimPeople } from "../../project/team-rule";
import { recordEvent } from "../../project/timeline";
import type { DemoFiles } from "./seed-files";

type Sending = {
  edition: Edition;
  projectId: string;
  fields: Draft;
  files: DemoFiles;
  at: Date;
};

/** Writes the rows that sending an application creates: the submission, its people, and the timeline event. */
export async function seedSubmission(
  db: Executor,
  { edition, projectId, fields, files, at }: Sending,
): Promise<string> {
  const project: Project = { ...EMPTY_PROJECT, ...fields, ...files };
  const version = 1 + Object.values(files).filter(Boolean).length;
  const [row] = await db
    .insert(submissions)
    .values({
      projectId,
      editionId: edition.id,
      number: await nextNumber(db, edition),
      sha256: projectHash(project),
      version,
      sentAt: at,
      project,
    })
    .returning({ id: submissions.id, number: submissions.number });
  if (!row) throw new Error("no submission");
  await db
    .update(projects)
    .set({ version, savedAt: at, sentVersion: version, sentAt: at })
    .where(eq(projects.id, projectId));
  await claimPeople(db, { id: projectId, editionId: edition.id }, project);
  await recordEvent(db, projectId, "sent", at, { number: row.number, version });
  return row.id;
}
