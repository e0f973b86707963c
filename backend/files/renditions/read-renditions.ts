import { and, count, eq, inArray, lt, min, sql } from "drizzle-orm";
import type { z } from "zod";
import { CAPTIONS_EXTENSION, type Captions, toVtt } from "@/contract/project/captions";
import {
  CAPTIONS,
  type RenditionKind,
  type RenditionState,
  type renditionQuery,
  type renditionStatesSchema,
} from "@/contract/project/renditions";
import { withExtension } from "@/contract/project/uploads";
import type { Executor } from "../../db/connect";
import { files, renditions } from "../../db/schema/applications";
import type { Dependencies } from "../../dependencies";
import { download } from "../../http/download";
import { fail } from "../../http/failure";
import { sendFile } from "../../http/send-file";
import { canConvert, isDeck } from "./convert";

type SentFile = Parameters<typeof sendFile>[1] & { captions?: Captions | undefined };
type Asked = Pick<Dependencies, "db" | "store"> & {
  request: Request;
  query: z.infer<typeof renditionQuery>;
};

const FORMATS: Record<RenditionKind, { ending: string; type: string }> = {
  video: { ending: "mp4", type: "video/mp4" },
  poster: { ending: "jpg", type: "image/jpeg" },
  pdf: { ending: "pdf", type: "application/pdf" },
};

/** The file extension of the rendition of a file: a video's MP4, or a deck's PDF. */
export const renditionExtension = (type: string) =>
  `.${FORMATS[isDeck(type) ? "pdf" : "video"].ending}`;

type Program = Parameters<typeof canConvert>[0];
const programs: Partial<Record<Program, Promise<boolean>>> = {};
/**
 * Reports whether this machine can convert files of a type. Checks each conversion program only once per process,
 * because the check starts the program.
 */
function isConvertible(type: string): Promise<boolean> {
  const program = isDeck(type) ? "soffice" : "ffmpeg";
  programs[program] ??= canConvert(program);
  return programs[program];
}

/**
 * Returns the conversion state of files by file id. A file without a rendition (a copy that browsers can display) is
 * absent. A file that waits for a missing conversion program is also absent, because no copy is being prepared.
 */
export async function renditionStates(
  db: Executor,
  fileIds: string[],
  isConverted: typeof isConvertible = isConvertible,
): Promise<z.infer<typeof renditionStatesSchema>> {
  const rows = await db
    .select({ fileId: renditions.fileId, state: renditions.state, type: files.type })
    .from(renditions)
    .innerJoin(files, eq(files.id, renditions.fileId))
    .where(inArray(renditions.fileId, fileIds));
  const states: z.infer<typeof renditionStatesSchema> = {};
  for (const { fileId, state, type } of rows)
    if (state !== "waiting" || (await isConverted(type))) states[fileId] = state;
  return states;
}

/**
 * Returns the number of renditions (copies that browsers can display) in each state, and the seconds that the oldest
 * waiting rendition has waited (0 if none waits).
 */
export async function renditionQueue(db: Executor) {
  const counts: Record<RenditionState, number> = { waiting: 0, ready: 0, failed: 0 };
  const rows = await db
    .select({ state: renditions.state, count: count() })
    .from(renditions)
    .groupBy(renditions.state);
  for (const { state, count } of rows) counts[state] = count;
  const [first] = await db
    .select({
      seconds: sql<number>`extract(epoch from clock_timestamp() - ${renditions.createdAt})::float8`,
    })
    .from(renditions)
    .where(eq(renditions.state, "waiting"))
    .orderBy(renditions.createdAt)
    .limit(1);
  return { counts, oldest: first?.seconds ?? 0 };
}

/** Returns the number of files that have waited longer than `minutes` for their conversion, and since when. */
export async function lateRenditions(db: Executor, minutes: number) {
  const [row] = await db
    .select({ count: count(), since: min(renditions.createdAt) })
    .from(renditions)
    .where(
      and(
        eq(renditions.state, "waiting"),
        lt(renditions.createdAt, sql`clock_timestamp() - make_interval(mins => ${minutes})`),
      ),
    );
  return { count: row?.count ?? 0, since: row?.since ?? null };
}

/**
 * Sends a file that the caller can read: the original, its rendition (a copy that browsers can display), or its
 * captions, as the query requests. If the rendition's bytes are missing, as after a restore, deletes its row, so that
 * the job converts the file again.
 */
export async function sendFileAs({ db, store, request, query }: Asked, file: SentFile) {
  if (!query.as) return sendFile(request, file, store);
  if (query.as === CAPTIONS) return sendCaptions(file);
  const isReady = and(eq(renditions.fileId, file.id), eq(renditions.state, "ready"));
  const [made] = await db.select().from(renditions).where(isReady);
  // A deck has a PDF as its only rendition, and a video has no PDF.
  if (!made || (query.as === "pdf") !== isDeck(file.type)) return fail("not_found");
  const id = query.as === "poster" ? made.posterId : made.mainId;
  if ((await store.size(id)) === null) {
    await db.delete(renditions).where(isReady);
    return fail("not_found", { message: "the bytes of the rendition are gone" });
  }
  const { ending, type } = FORMATS[query.as];
  const name = withExtension(file.name, `.${ending}`);
  return sendFile(request, { id, name, type, sha256: `${made.sha256}-${query.as}` }, store);
}

function sendCaptions(file: SentFile): Response {
  if (!file.captions) return fail("not_found");
  const type = "text/vtt; charset=utf-8";
  return download(Buffer.from(toVtt(file.captions)), {
    type,
    name: withExtension(file.name, CAPTIONS_EXTENSION),
    isGiven: true,
  });
}
