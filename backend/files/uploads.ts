import { randomUUID } from "node:crypto";
import { and, desc, eq, isNull } from "drizzle-orm";
import { LARGEST_FILE } from "@/contract/project/file-rules";
import type { continueUpload, createUpload, getProjectFile } from "@/contract/project/project";
import { type BackendConfig, MEGABYTE } from "../config";
import type { Executor } from "../db/connect";
import { editions, files, projects, uploads } from "../db/schema/applications";
import type { Dependencies } from "../dependencies";
import { currentEdition } from "../editions/edition";
import { clientAddress } from "../http/client-address";
import { fail, PRIVATE_HEADERS } from "../http/failure";
import { accountLimit, addressLimit } from "../http/limits";
import { readId } from "../http/parse";
import { checkLimit, countOne, takeOne } from "../http/rate-limit";
import type { Call } from "../http/serve";
import { lockOrCreateProject } from "../project/stored-project";
import { requireChangeable, requireVersion } from "../project/write-rules";
import { createCheckFile } from "./check/check-file";
import { createFinish, isVerdict } from "./finish-upload";
import { beyondQuota } from "./quota";
import { createRoom } from "./room";
import { createTus, tusHeaders } from "./tus";
import { bytesBrought, endsSoon, readNewUpload } from "./upload-request";
import { createWriters } from "./writer";

/** Idle time in milliseconds after which an unfinished upload is deleted. */
const LIFETIME = 7 * 24 * 3_600_000;

/**
 * Creates the tus endpoints for applicants' files. Every endpoint checks the owner and answers 404 to all other users.
 */
export function createUploads(deps: Dependencies) {
  const { db, config } = deps;
  const writers = createWriters(deps);
  const tus = createTus(config, writers);
  const room = createRoom(deps, tus, writers.me);
  const work = {
    allow: (account: string) => checkLimit(db, accountLimit("heavy_file", account), deps.now()),
    count: (account: string) => countOne(db, accountLimit("heavy_file", account), deps.now()),
  };
  const checkFile = createCheckFile(deps.log, { work });
  const finish = createFinish(deps, tus, checkFile);

  /** Creates an upload. Stores its row with the owner before the first byte. */
  async function create(call: Call<typeof createUpload>): Promise<Response> {
    requireTus(call.request);
    const upload = readNewUpload(call.request.headers);
    await takeOne(db, accountLimit("upload", call.caller.id), call.arrivedAt);
    await takeOne(db, addressLimit("upload", clientAddress(call)), call.arrivedAt);
    await work.allow(call.caller.id);
    const id = randomUUID();
    const expiresAt = new Date(call.arrivedAt.getTime() + LIFETIME);
    const begun = await db.transaction(async (tx) => {
      const edition = await currentEdition(tx, call.arrivedAt);
      const project = await lockOrCreateProject(tx, edition.id, call.caller.id, call.arrivedAt);
      requireChangeable(edition, project, call.arrivedAt, config);
      await requireVersion(tx, project, call);
      const owned = { id, userId: call.caller.id, projectId: project.id, ...upload };
      const writer = writers.me;
      const row = { ...owned, createdAt: call.arrivedAt, expiresAt, writer, finishedAt: null };
      await tx.insert(uploads).values(row);
      return { row, dropped: await dropOldest(tx, row, config) };
    });
    writers.keep(id);
    await Promise.all(begun.dropped.map(tus.drop));
    try {
      await room.reserve(begun.row, call.arrivedAt);
      // The upload counts against the daily limit only after space is reserved, so that retries on a full disk do not
      // use up the limit.
      const megabytes = Math.ceil(upload.size / MEGABYTE);
      const daily = accountLimit("upload_megabytes", call.caller.id);
      await takeOne(db, daily, call.arrivedAt, megabytes);
      const response = await bring(call, begun.row, 0);
      // A creation request can contain all bytes of the file, so the upload can already be complete.
      if (response.headers.get("Upload-Offset") === String(upload.size)) {
        const { upload } = await findUpload(id, call.caller.id);
        await finish(upload, call.arrivedAt);
      }
      return tusAnswer(201, { ...tusHeaders(response), ...expiry(expiresAt) });
    } catch (error) {
      await db.delete(uploads).where(and(eq(uploads.id, id), isNull(uploads.finishedAt)));
      await tus.drop(id);
      throw error;
    }
  }

  /** Appends bytes to an upload. When the upload is complete, checks and attaches the file. */
  async function append(call: Call<typeof continueUpload>): Promise<Response> {
    requireTus(call.request);
    requireBytes(call.request);
    const { upload, project, edition } = await findUpload(call.params.id, call.caller.id);
    const offset = offsetOf(call.request);
    // Refuses an offset after the end of the upload, so offsets too large for JavaScript or the database are refused
    // too.
    if (offset > upload.size) fail("upload_conflict");
    if (upload.finishedAt) {
      // If the client missed the final response, it repeats the request. A repeat at the final offset succeeds; any
      // other offset is refused.
      return offset === upload.size ? tusAnswer(204, ended(upload)) : fail("upload_conflict");
    }
    requireChangeable(edition, project, call.arrivedAt, config);
    await writers.take(upload);
    prepareCheck(upload, call.request.headers);
    const response = await bring(call, upload, offset);
    const isWhole = response.headers.get("Upload-Offset") === String(upload.size);
    if (isWhole) await finish(upload, call.arrivedAt);
    const more = isWhole ? ended(upload) : expiry(upload.expiresAt);
    return tusAnswer(204, { ...tusHeaders(response), ...more });
  }

  /**
   * Returns the number of received bytes of an upload. For an upload that has become a file, returns the file's full
   * size.
   */
  async function head(call: Call<typeof getProjectFile>): Promise<Response> {
    requireTus(call.request);
    const { upload } = await findUpload(call.params.id, call.caller.id);
    if (!upload.finishedAt) {
      const response = await tus.answer(call.request, upload.id);
      const isWhole = response.headers.get("Upload-Offset") === String(upload.size);
      if (!isWhole) {
        return tusAnswer(200, { ...tusHeaders(response), ...expiry(upload.expiresAt) });
      }
      // The server crashed, or the client disconnected, between the last byte and the file check. The bytes arrived in
      // time, so the upload is finished now.
      await finish(upload, call.arrivedAt).catch(asMissing);
    }
    return tusAnswer(200, { ...ended(upload), "Upload-Length": String(upload.size) });
  }

  /** Deletes an unfinished upload. Returns whether the upload existed. */
  async function terminate(id: string, userId: string): Promise<boolean> {
    const [gone] = await db
      .delete(uploads)
      .where(and(eq(uploads.id, id), eq(uploads.userId, userId), isNull(uploads.finishedAt)))
      .returning({ id: uploads.id });
    if (gone) await tus.drop(gone.id);
    return gone !== undefined;
  }

  /**
   * Returns one of the caller's uploads. Fails with 404 if the upload does not exist, or if the uploaded file is no
   * longer in its application field.
   */
  async function findUpload(given: string, userId: string) {
    const id = readId(given);
    const [row] = await db
      .select({ upload: uploads, file: files.id, project: projects, edition: editions })
      .from(uploads)
      .innerJoin(projects, eq(projects.id, uploads.projectId))
      .innerJoin(editions, eq(editions.id, projects.editionId))
      .leftJoin(files, and(eq(files.id, uploads.id), isNull(files.detachedAt)))
      .where(and(eq(uploads.id, id), eq(uploads.userId, userId)));
    if (!row || (row.upload.finishedAt && !row.file)) return fail("not_found");
    return row;
  }

  /** Passes a request's bytes to tus while the disk has space for them. */
  function bring(
    { request, arrivedAt: now }: Pick<Call<typeof continueUpload>, "request" | "arrivedAt">,
    upload: typeof uploads.$inferSelect,
    offset: number,
  ): Promise<Response> {
    const bytes = bytesBrought(request, upload.size - offset);
    return room.bring({ upload, offset, bytes, now }, () => tus.answer(request, upload.id));
  }

  /**
   * Starts the process that checks an upload when the last bytes arrive or will arrive soon, so that the process is
   * ready in time.
   */
  function prepareCheck({ id, field, name, size }: typeof uploads.$inferSelect, headers: Headers) {
    if (endsSoon(headers, size, (bytes) => tus.timeFor(id, bytes)))
      checkFile.prepare({ path: tus.pathOf(id), field, name });
  }

  return { create, append, head, terminate, describe };
}

/** Returns the supported version and extensions of the tus protocol. */
async function describe(): Promise<Response> {
  return tusAnswer(204, {
    "Tus-Version": "1.0.0",
    "Tus-Extension": "creation,creation-with-upload,termination,expiration",
    "Tus-Max-Size": String(LARGEST_FILE),
  });
}

function requireTus(request: Request): void {
  if (request.headers.get("tus-resumable") !== "1.0.0") fail("tus_version");
}

/**
 * Answers 415 to upload requests whose content type is not that of tus, as the tus protocol recommends. The tus library
 * would answer 400.
 */
function requireBytes({ headers }: Request): void {
  if (headers.get("content-type") !== "application/offset+octet-stream") fail("wrong_media_type");
}

function offsetOf({ headers }: Request): number {
  const given = headers.get("upload-offset") ?? "";
  return /^\d+$/.test(given) ? Number(given) : fail("invalid_upload");
}

function tusAnswer(status: number, headers: Record<string, string>): Response {
  return new Response(null, { status, headers: { ...PRIVATE_HEADERS, ...headers } });
}

const ended = ({ size }: { size: number }) => ({ "Upload-Offset": String(size) });
const expiry = (at: Date) => ({ "Upload-Expires": at.toUTCString() });

/**
 * Converts a refusal of the file to 404. The refused file is deleted, so it does not exist for a client that asks for
 * its state.
 */
function asMissing(error: unknown): never {
  if (isVerdict(error)) return fail("not_found");
  throw error;
}

/**
 * Deletes an applicant's oldest unfinished uploads above the quota, but never the new upload. Returns the ids of
 * uploads whose bytes must be deleted.
 */
async function dropOldest(
  tx: Executor,
  { id, userId }: { id: string; userId: string },
  config: BackendConfig,
): Promise<string[]> {
  const open = await tx
    .select({ id: uploads.id, size: uploads.size })
    .from(uploads)
    .where(and(eq(uploads.userId, userId), isNull(uploads.finishedAt)))
    .orderBy(desc(eq(uploads.id, id)), desc(uploads.createdAt), desc(uploads.id));
  const tooMany = beyondQuota(open, config).map(({ id }) => id);
  for (const id of tooMany) await tx.delete(uploads).where(eq(uploads.id, id));
  return tooMany;
}
