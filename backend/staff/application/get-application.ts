import { desc, eq } from "drizzle-orm";
import { z } from "zod";
import { FIELD_NAMES } from "@/contract/project/project-fields";
import type { Project } from "@/contract/project/project-schemas";
import type { getApplication as contract } from "@/contract/staff/application";
import type { Executor } from "../../db/connect";
import { editions, files, projects, submissions } from "../../db/schema/applications";
import { deadlineFor } from "../../editions/edition";
import { fail } from "../../http/failure";
import type { Call } from "../../http/serve";
import { attachedFiles, type StoredProject, toProject } from "../../project/stored-project";
import { selectApplications, toRows } from "../applications/application-rows";
import { coverageOf } from "./coverage";
import { happenedTo } from "./happened";

/** One application as those who run the programme see it (rule staff.blind): no score, and not what the draft says. */
export async function getApplication({ db, config, params, now }: Call<typeof contract>) {
  const project = await projectOf(db, params.id);
  const [edition] = await db.select().from(editions).where(eq(editions.id, project.editionId));
  const found = await selectApplications(db, eq(projects.id, project.id));
  if (!edition) return fail("not_found");
  const [row] = await toRows(db, found, edition.closesAt);
  if (!row) return fail("not_found");
  const [happened, sent, kept, coverage] = await Promise.all([
    happenedTo(db, config, project, now()),
    db
      .select()
      .from(submissions)
      .where(eq(submissions.projectId, project.id))
      .orderBy(desc(submissions.sentAt), desc(submissions.number)),
    db.select().from(files).where(eq(files.projectId, project.id)).orderBy(desc(files.uploadedAt)),
    coverageOf(db, project),
  ]);
  const draft = toProject(project, await attachedFiles(db, project.id));
  const last = sent[0]?.project;
  return {
    ...row,
    edition: edition.year,
    deadline_at: deadlineFor(edition, project).toISOString(),
    closes_at: edition.closesAt.toISOString(),
    happened,
    versions: sent.map((version, index) => ({
      number: version.number,
      sent_at: version.sentAt.toISOString(),
      sha256: version.sha256,
      current: version.current,
      changes: changesBetween(sent[index + 1]?.project, version.project),
    })),
    draft_changes: last ? changesBetween(last, draft).map(({ field }) => field) : [],
    files: kept.map((file) => ({
      id: file.id,
      field: file.field,
      name: file.name,
      size: file.size,
      pages: file.pages,
      duration: file.duration,
      uploaded_at: file.uploadedAt.toISOString(),
      in_draft: file.detachedAt === null,
    })),
    coverage,
  };
}

/** The project of an address; 404 where there is none. */
export async function projectOf(db: Executor, id: string): Promise<StoredProject> {
  if (!z.uuid().safeParse(id).success) return fail("not_found");
  const [project] = await db.select().from(projects).where(eq(projects.id, id));
  return project ?? fail("not_found");
}

/** The fields of which two versions differ, with their texts; of the first version none. */
function changesBetween(before: Project | undefined, after: Project) {
  if (!before) return [];
  const text = (value: unknown) => (typeof value === "string" ? value : null);
  return FIELD_NAMES.flatMap((field) => {
    const [was, is] = [before[field], after[field]];
    if (JSON.stringify(was ?? null) === JSON.stringify(is ?? null)) return [];
    return [{ field, before: text(was), after: text(is) }];
  });
}
