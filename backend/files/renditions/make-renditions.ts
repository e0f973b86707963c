import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { and, asc, eq, inArray, isNull, like, lt, or, type SQL, sql } from "drizzle-orm";
import { MINUTE } from "@/contract/durations";
import { fileRule } from "@/contract/project/file-rules";
import { FILE_FIELDS } from "@/contract/project/project-fields";
import { files, renditions } from "../../db/schema/applications";
import type { Dependencies } from "../../dependencies";
import { hashOf } from "../../store/hash";
import { canConvert, convert, POWERPOINT } from "./convert";
import { renditionIds } from "./rendition-ids";

type Tools = Pick<Dependencies, "db" | "store" | "log">;

/** Milliseconds between two reports that a conversion is still running. */
const BEAT = MINUTE / 2;
/** Seconds without a report after which another process takes over a conversion. */
const SILENT_SECONDS = 120;
/**
 * Maximum number of attempts to convert a file. Without a limit, a file that crashes the process would crash every
 * later process.
 */
const ATTEMPTS_MAX = 3;
/** Number of rendition rows that one SQL statement inserts. */
const BATCH = 500;

let running: Promise<void> | undefined;

/**
 * Starts the file conversions of this instance, unless they are running. Does not wait for their end, because the
 * scheduler waits for its jobs when the product stops.
 */
export async function startRenditions(tools: Tools): Promise<void> {
  if (running) return;
  running = makeRenditions(tools)
    .catch((err) => tools.log.warn({ err }, "renditions stopped: the next run continues"))
    .finally(() => {
      running = undefined;
    });
}

/**
 * Converts all files that have no rendition (a copy that browsers can display). Skips files whose conversion program is
 * missing. Leaves one CPU core to the site: even at the lowest priority, conversions on all cores delay saves.
 */
export async function makeRenditions(tools: Tools, make?: Converter): Promise<void> {
  const has = async (program: "ffmpeg" | "soffice") => make !== undefined || canConvert(program);
  const isConverted = or(
    (await has("ffmpeg")) ? like(files.type, "video/%") : undefined,
    (await has("soffice"))
      ? and(eq(files.type, POWERPOINT), inArray(files.field, DECK_FIELDS))
      : undefined,
  );
  if (!isConverted) return;
  await queueFiles(tools, isConverted);
  const work = () => workOff(tools, isConverted, make ?? convert);
  await Promise.all(Array.from({ length: Math.max(1, availableParallelism() - 1) }, work));
}

type Converter = (folder: string, type: string) => ReturnType<typeof convert>;

/** The application fields whose file is shown as pages, such as the pitch deck. */
const DECK_FIELDS = FILE_FIELDS.filter((field) => fileRule(field).holds === "deck");

/**
 * Adds each file without a rendition row to the queue (state `waiting`). So files from an outage or an earlier version
 * are also converted.
 */
async function queueFiles({ db }: Tools, isConverted: SQL): Promise<void> {
  for (;;) {
    const found = await db
      .select({ fileId: files.id })
      .from(files)
      .leftJoin(renditions, eq(renditions.fileId, files.id))
      .where(and(isConverted, isNull(renditions.fileId)))
      .orderBy(asc(files.uploadedAt))
      .limit(BATCH);
    const rows = found.map((one) => ({ ...one, ...renditionIds(one.fileId) }));
    if (rows.length > 0) await db.insert(renditions).values(rows).onConflictDoNothing();
    if (rows.length < BATCH) return;
  }
}

async function workOff(tools: Tools, isConverted: SQL, make: Converter): Promise<void> {
  const next = () => claim(tools, isConverted);
  for (let job = await next(); job; job = await next()) await makeOne(tools, job, make);
}

type Job = { fileId: string; type: string; size: number; attempts: number };

/**
 * Takes the oldest file that waits for conversion and that no running process converts. Gives a file up after too many
 * attempts.
 */
async function claim({ db }: Tools, isConverted: SQL): Promise<Job | null> {
  const isSilent = lt(
    renditions.claimedAt,
    sql`clock_timestamp() - make_interval(secs => ${SILENT_SECONDS})`,
  );
  return db.transaction(async (tx) => {
    const [job] = await tx
      .select({
        fileId: files.id,
        type: files.type,
        size: files.size,
        attempts: renditions.attempts,
      })
      .from(renditions)
      .innerJoin(files, eq(files.id, renditions.fileId))
      .where(
        and(
          isConverted,
          eq(renditions.state, "waiting"),
          or(isNull(renditions.claimedAt), isSilent),
        ),
      )
      .orderBy(asc(renditions.createdAt), asc(files.uploadedAt))
      .limit(1)
      .for("update", { of: renditions, skipLocked: true });
    if (!job) return null;
    await tx
      .update(renditions)
      .set({ claimedAt: sql`clock_timestamp()`, attempts: job.attempts + 1 })
      .where(eq(renditions.fileId, job.fileId));
    return job;
  });
}

async function makeOne(tools: Tools, job: Job, make: Converter): Promise<void> {
  const { db, store, log } = tools;
  const { fileId, type, size } = job;
  const own = eq(renditions.fileId, fileId);
  const finish = (state: "ready" | "failed", outcome: { sha256?: string; reason?: string }) =>
    db
      .update(renditions)
      .set({ state, ...outcome })
      .where(own)
      .returning({ id: renditions.fileId });
  if (job.attempts >= ATTEMPTS_MAX) {
    await finish("failed", { reason: "the conversion was interrupted too often" });
    return;
  }
  const beat = setInterval(() => {
    db.update(renditions)
      .set({ claimedAt: sql`clock_timestamp()` })
      .where(own)
      .catch(() => {});
  }, BEAT).unref();
  const folder = await mkdtemp(join(tmpdir(), "slancio-rendition-"));
  try {
    // Does not convert the file if free disk space is scarce, because uploads need the space more than converted files.
    if ((await store.room()) < 2 * size) throw new Error("no room for renditions");
    await pipeline(store.open(fileId), createWriteStream(join(folder, "input")));
    const made = await make(folder, type);
    if (!made.ok) {
      log.warn({ file: fileId, reason: made.reason }, "a file could not be converted");
      await finish("failed", { reason: made.reason });
      return;
    }
    const { mainId, posterId } = renditionIds(fileId);
    if (made.poster !== null) await store.put(posterId, made.poster);
    await store.put(mainId, made.main);
    const sha256 = await hashOf(createReadStream(made.main));
    const kept = await finish("ready", { sha256 });
    // If the original file was erased during its conversion, the converted bytes are deleted.
    if (kept.length === 0) await store.remove([mainId, posterId]);
    log.info({ file: fileId, bytes: (await stat(made.main)).size }, "a file was converted");
  } catch (err) {
    // The conversion failed for a reason other than the file, such as an unreachable file store. This attempt does not
    // count toward the limit on attempts. The rendition's row stays claimed for a while, so that the next attempt
    // waits.
    log.warn({ err, file: fileId }, "a conversion failed: another attempt follows");
    await db.update(renditions).set({ attempts: job.attempts }).where(own);
  } finally {
    clearInterval(beat);
    await rm(folder, { recursive: true, force: true });
  }
}
