import { and, eq, inArray, isNull } from "drizzle-orm";
import type { z } from "zod";
import type {
  RenditionState,
  renditionQuery,
  renditionStatesSchema,
} from "@/contract/project/renditions";
import type { Executor } from "../../db/connect";
import { files, projects, renditions } from "../../db/schema/applications";
import type { Dependencies } from "../../dependencies";
import { fail } from "../../http/failure";
import { sendFile } from "../../http/send-file";

type SentFile = Parameters<typeof sendFile>[1];
type Asked = Pick<Dependencies, "db" | "store"> & {
  request: Request;
  query: z.infer<typeof renditionQuery>;
};

/** Returns the states of the renditions of files, by file id. A file without a rendition is absent. */
export async function renditionStates(
  db: Executor,
  fileIds: string[],
): Promise<z.infer<typeof renditionStatesSchema>> {
  const rows = await db
    .select({ fileId: renditions.fileId, state: renditions.state })
    .from(renditions)
    .where(inArray(renditions.fileId, fileIds));
  return Object.fromEntries(rows.map(({ fileId, state }) => [fileId, state]));
}

/** Returns the number of renditions in each state. */
export async function countRenditions(db: Executor): Promise<Record<RenditionState, number>> {
  const count = (state: RenditionState) => db.$count(renditions, eq(renditions.state, state));
  return {
    waiting: await count("waiting"),
    ready: await count("ready"),
    failed: await count("failed"),
  };
}

/** Returns the number of videos of an edition that are in use and could not be converted. */
export async function countFailedVideos(db: Executor, editionId: string): Promise<number> {
  const found = await db
    .select({ id: files.id })
    .from(renditions)
    .innerJoin(files, eq(files.id, renditions.fileId))
    .innerJoin(projects, eq(projects.id, files.projectId))
    .where(
      and(
        eq(renditions.state, "failed"),
        isNull(files.detachedAt),
        eq(projects.editionId, editionId),
      ),
    );
  return found.length;
}

/**
 * Sends a file that the caller can read, or the rendition of it that the query names. Deletes the row of a rendition whose
 * bytes are missing, as after a restore, so that the job creates it again.
 */
export async function sendFileAs({ db, store, request, query }: Asked, file: SentFile) {
  if (!query.as) return sendFile(request, file, store);
  const isReady = and(eq(renditions.fileId, file.id), eq(renditions.state, "ready"));
  const [made] = await db.select().from(renditions).where(isReady);
  if (!made) return fail("not_found");
  const isVideo = query.as === "video";
  const id = isVideo ? made.videoId : made.posterId;
  if ((await store.size(id)) === null) {
    await db.delete(renditions).where(isReady);
    return fail("not_found", { message: "the bytes of the rendition are gone" });
  }
  const name = `${file.name.replace(/\.[^.]*$/, "")}.${isVideo ? "mp4" : "jpg"}`;
  const type = isVideo ? "video/mp4" : "image/jpeg";
  return sendFile(request, { id, name, type, sha256: `${made.sha256}-${query.as}` }, store);
}
