import { eq } from "drizzle-orm";
import { progress } from "@/contract/progress";
import type { saveProject } from "@/contract/project";
import type { Draft, SaveReport } from "@/contract/project-schemas";
import type { Executor } from "../db/connect";
import { projects } from "../db/schema/applications";
import type { Call, Handler } from "../http/serve";
import { canonicalJson } from "./canonical";
import { currentEdition } from "./edition";
import {
  attachedFiles,
  lockOrCreateProject,
  type StoredProject,
  toProject,
} from "./stored-project";
import { recordEvent, recordSave } from "./timeline";
import { requireChangeable, requireVersion } from "./write-rules";

/**
 * Merges the given fields into the stored draft. The row is locked, so two parallel saves of
 * different fields both stay; whatever fails rolls everything back: a refused save stores nothing.
 */
export const storeSave: Handler<typeof saveProject> = (call) =>
  call.db.transaction(async (tx) => {
    const { caller, arrivedAt, config, body } = call;
    const edition = await currentEdition(tx);
    const project = await lockOrCreateProject(tx, edition.id, caller.id, arrivedAt);
    requireChangeable(edition, project, arrivedAt, config);
    await requireVersion(tx, project, call);

    const { user, event_id, ...given } = body;
    const saved = await writeFields(tx, project, given, {
      savedAt: arrivedAt,
      ...pixelIds(call),
      ...(event_id !== undefined && { eventId: event_id }),
    });
    if (project.version === 0) await recordEvent(tx, project.id, "created", arrivedAt);
    await recordSave(tx, project.id, arrivedAt);
    return report(saved, toProject(saved, await attachedFiles(tx, project.id)));
  });

async function writeFields(
  tx: Executor,
  project: StoredProject,
  given: Draft,
  alongside: Partial<StoredProject>,
): Promise<StoredProject> {
  const fields: Draft = { ...project.fields, ...given };
  const version = project.version + 1;
  // A save that changes nothing after sending leaves the application sent as it is.
  const stillSent =
    project.sentVersion === project.version &&
    canonicalJson(fields) === canonicalJson(project.fields);
  const [saved] = await tx
    .update(projects)
    .set({ ...alongside, fields, version, ...(stillSent && { sentVersion: version }) })
    .where(eq(projects.id, project.id))
    .returning();
  if (!saved) throw new Error("a locked project is gone");
  return saved;
}

/** The social pixel's ids, kept when the save brings them. */
function pixelIds({ body: { user } }: Call<typeof saveProject>): Partial<StoredProject> {
  return {
    ...(user?.fbp !== undefined && { pixelBrowserId: user.fbp }),
    ...(user?.fbc !== undefined && { pixelClickId: user.fbc }),
  };
}

/** "Saving with missing required fields reports a partial save" (specification part 4). */
function report(saved: StoredProject, values: ReturnType<typeof toProject>): SaveReport {
  const percent = progress(values);
  return {
    status: percent === 100 ? "completed" : "partial",
    progress: percent,
    projectVersion: saved.version,
    projectSavedAt: (saved.savedAt ?? saved.createdAt).toISOString(),
  };
}
