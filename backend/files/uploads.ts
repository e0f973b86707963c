import { randomUUID } from "node:crypto";
import { and, asc, eq, isNull } from "drizzle-orm";
import type { continueUpload, createUpload, getProjectFile } from "@/contract/project";
import { UPLOAD_MAX_BYTES } from "@/contract/uploads";
import type { Executor } from "../db/connect";
import { editions, files, projects, uploads } from "../db/schema/applications";
import type { Dependencies } from "../dependencies";
import { clientAddress } from "../http/client-address";
import { Failure, fail, PRIVATE_HEADERS } from "../http/failure";
import { readId } from "../http/parse";
import { takeOne } from "../http/rate-limit";
import type { Call } from "../http/serve";
import { currentEdition } from "../project/edition";
import { lockOrCreateProject } from "../project/stored-project";
import { requireChangeable, requireVersion } from "../project/write-rules";
import { accountLimit, addressLimit } from "../users/limits";
import { createCheckFile } from "./check-file";
import { createFinish } from "./finish-upload";
import { createTus, tusHeaders } from "./tus";
import { readNewUpload } from "./upload-request";

/** Milliseconds an upload may rest before it is forgotten. */
const LIFETIME = 7 * 24 * 3_600_000;
/** Milliseconds before its last byte that an upload's check gets ready. */
const PREPARE_AHEAD = 3_000;
/** Unfinished uploads of one applicant; the oldest gives way to one more. */
const OPEN_MAX = 20;

/** The tus endpoints of applicants' files. The owner is asked for on every method: else 404. */
export function createUploads(deps: Dependencies) {
  const { db, config } = deps;
  const tus = createTus(config);
  const checkFile = createCheckFile(deps.log);
  const finish = createFinish(deps, tus, checkFile);

  /** Begins an upload: its owner is on record before a single byte is stored. */
  async function create(call: Call<typeof createUpload>): Promise<Response> {
    requireTus(call.request);
    const upload = readNewUpload(call.request.headers);
    const address = clientAddress(call.request, config.TRUSTED_HOPS);
    await takeOne(db, accountLimit("upload", call.caller.id), call.arrivedAt);
    await takeOne(db, addressLimit("upload", address), call.arrivedAt);
    await tus.requireRoom(upload.size);
    const id = randomUUID();
    const expiresAt = new Date(call.arrivedAt.getTime() + LIFETIME);
    const dropped = await db.transaction(async (tx) => {
      const edition = await currentEdition(tx, call.arrivedAt);
      const project = await lockOrCreateProject(tx, edition.id, call.caller.id, call.arrivedAt);
      requireChangeable(edition, project, call.arrivedAt, config);
      await requireVersion(tx, project, call);
      const row = { id, userId: call.caller.id, projectId: project.id, ...upload };
      await tx.insert(uploads).values({ ...row, createdAt: call.arrivedAt, expiresAt });
      return dropOldest(tx, call.caller.id);
    });
    await Promise.all(dropped.map(tus.drop));
    try {
      const response = await tus.answer(call.request, id);
      // A creation may carry the first bytes with it, and they may be all.
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

  /** Adds bytes; those that complete the upload have it checked and attached. */
  async function append(call: Call<typeof continueUpload>): Promise<Response> {
    requireTus(call.request);
    const { upload, project, edition } = await findUpload(call.params.id, call.caller.id);
    if (upload.finishedAt) {
      // The answer that ended it got lost: the same bytes need not come again, others may not.
      const offset = Number(call.request.headers.get("upload-offset") ?? Number.NaN);
      return offset === upload.size ? tusAnswer(204, ended(upload)) : fail("upload_conflict");
    }
    requireChangeable(edition, project, call.arrivedAt, config);
    prepareCheck(upload, call.request);
    const response = await tus.answer(call.request, upload.id);
    const isWhole = response.headers.get("Upload-Offset") === String(upload.size);
    if (isWhole) await finish(upload, call.arrivedAt);
    const more = isWhole ? ended(upload) : expiry(upload.expiresAt);
    return tusAnswer(204, { ...tusHeaders(response), ...more });
  }

  /** How many bytes have arrived: all of them, for an upload that has become a file. */
  async function head(call: Call<typeof getProjectFile>): Promise<Response> {
    requireTus(call.request);
    const { upload } = await findUpload(call.params.id, call.caller.id);
    if (!upload.finishedAt) {
      const response = await tus.answer(call.request, upload.id);
      const isWhole = response.headers.get("Upload-Offset") === String(upload.size);
      if (!isWhole) {
        return tusAnswer(200, { ...tusHeaders(response), ...expiry(upload.expiresAt) });
      }
      // We died, or the client left, between the last byte and the check. Its bytes were in time.
      await finish(upload, call.arrivedAt).catch(asMissing);
    }
    return tusAnswer(200, { ...ended(upload), "Upload-Length": String(upload.size) });
  }

  /** Ends an upload that is not finished; says whether there was one. */
  async function terminate(id: string, userId: string): Promise<boolean> {
    const [gone] = await db
      .delete(uploads)
      .where(and(eq(uploads.id, id), eq(uploads.userId, userId), isNull(uploads.finishedAt)))
      .returning({ id: uploads.id });
    if (gone) await tus.drop(gone.id);
    return gone !== undefined;
  }

  /** The caller's upload, or 404; one that became a file counts only while the field holds it. */
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

  /** Has the check get ready when the piece that comes is the last one, or the rest will not be long. */
  function prepareCheck(upload: typeof uploads.$inferSelect, { headers }: Request): void {
    const [offset, length] = ["upload-offset", "content-length"].map((name) =>
      Number(headers.get(name)),
    ) as [number, number];
    const rest = upload.size - offset;
    const wait = rest <= length ? 0 : tus.timeFor(upload.id, rest);
    if (wait === null || !(wait <= PREPARE_AHEAD)) return;
    checkFile.prepare({ path: tus.pathOf(upload.id), field: upload.field, name: upload.name });
  }

  return { create, append, head, terminate, describe };
}

/** What this server speaks, for clients that ask first. */
async function describe(): Promise<Response> {
  return tusAnswer(204, {
    "Tus-Version": "1.0.0",
    "Tus-Extension": "creation,creation-with-upload,termination,expiration",
    "Tus-Max-Size": String(UPLOAD_MAX_BYTES),
  });
}

function requireTus(request: Request): void {
  if (request.headers.get("tus-resumable") !== "1.0.0") fail("tus_version");
}

function tusAnswer(status: number, headers: Record<string, string>): Response {
  return new Response(null, { status, headers: { ...PRIVATE_HEADERS, ...headers } });
}

const ended = ({ size }: { size: number }) => ({ "Upload-Offset": String(size) });
const expiry = (at: Date) => ({ "Upload-Expires": at.toUTCString() });

/** A refused file is forgotten: to the client that only asks, it is not there. */
function asMissing(error: unknown): never {
  if (error instanceof Failure && error.status < 500) return fail("not_found");
  throw error;
}

/** Keeps an applicant's unfinished uploads below the limit; ids whose bytes have to go. */
async function dropOldest(tx: Executor, userId: string): Promise<string[]> {
  const open = await tx
    .select({ id: uploads.id })
    .from(uploads)
    .where(and(eq(uploads.userId, userId), isNull(uploads.finishedAt)))
    .orderBy(asc(uploads.createdAt), asc(uploads.id));
  const tooMany = open.slice(0, Math.max(0, open.length - OPEN_MAX)).map(({ id }) => id);
  for (const id of tooMany) await tx.delete(uploads).where(eq(uploads.id, id));
  return tooMany;
}
