import { createReadStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { FileStore } from "@tus/file-store";
import { Server } from "@tus/server";
import type { ErrorCode } from "@/contract/errors";
import { LARGEST_FILE } from "@/contract/project/file-rules";
import type { BackendConfig } from "../config";
import { Failure, fail } from "../http/failure";
import { syncToDisk } from "../store/disk";
import { hashOf } from "../store/hash";
import { createReceiver } from "./fast/receive";
import { DISK_RETRY } from "./quota";
import { removeUploads, uploadPath, uploadsFolder } from "./under-way";
import type { Writers } from "./writer";

export const FILES_PATH = "/wp-json/wp/v2/project/files";

/** Number of bytes per read of an upload's file. */
const PIECE = 1 << 18;

/** Error codes of the contract for each HTTP status of the tus library. */
const CODES: Readonly<Record<number, ErrorCode>> = {
  404: "not_found",
  409: "upload_conflict",
  410: "not_found",
  412: "tus_version",
  413: "too_large",
};

/** Headers of a tus response that are sent to the client. All other headers and the body are dropped. */
const TUS_HEADERS = ["Location", "Upload-Offset", "Upload-Length", "Upload-Metadata"];

export type Tus = ReturnType<typeof createTus>;

/**
 * Name of the tus library's method that the code in backend/files/fast/ replaces. The original method passes every byte
 * through four streams.
 */
const TAKE_BYTES = "writeToStore";

/**
 * Implements the tus upload protocol with files on disk. Checks neither owners nor rules, so the caller must check both
 * for every request. Throws failures with error codes of the API contract.
 */
export function createTus(config: BackendConfig, writers: Pick<Writers, "isMine" | "forget">) {
  const directory = uploadsFolder(config);
  const ids = new WeakMap<Request, string>();
  const receiver = createReceiver();
  let opened: Promise<Server> | undefined;

  async function open(): Promise<Server> {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const server = new Server({
      path: FILES_PATH,
      datastore: new FileStore({ directory }),
      maxSize: LARGEST_FILE,
      relativeLocation: true,
      respectForwardedHeaders: false,
      allowedOrigins: () => false,
      disableTerminationForFinishedUploads: true,
      namingFunction: (request) => ids.get(request) ?? fail("unavailable"),
      getFileIdFromRequest: (request) => ids.get(request),
      // Hides internal errors from the client.
      onResponseError: (_, error) => ({
        status_code: "status_code" in error ? error.status_code : 500,
        body: "",
      }),
    });
    for (const handler of [server.handlers.PATCH, server.handlers.POST]) {
      handler[TAKE_BYTES] = (body, { id, offset }, max, { signal }) =>
        receiver.receive(id, body, {
          path: pathOf(id),
          offset,
          max,
          signal,
          isMine: () => writers.isMine(id),
        });
    }
    return server;
  }

  /** Answers a tus request about the upload with the given id. The tus library stores uploads only by id. */
  async function answer(request: Request, id: string): Promise<Response> {
    opened ??= open().catch((error) => {
      opened = undefined;
      throw error;
    });
    ids.set(request, id);
    const response = await (await opened).handleWeb(request);
    if (response.status >= 400) throw failureOf(response.status);
    return response;
  }

  const pathOf = (id: string) => uploadPath(config, id);

  /** Deletes an upload with its bytes. Has no effect for an unknown upload. */
  async function drop(id: string): Promise<void> {
    receiver.forget(id);
    writers.forget(id);
    await removeUploads(config, [id]);
  }

  /**
   * Returns the SHA-256 (hex) of a complete upload. Uses the hash calculated while receiving, or else reads the file.
   */
  async function sha256(id: string, size: number): Promise<string> {
    return (
      (await receiver.hashOf(id, pathOf(id), size)) ??
      (await hashOf(createReadStream(pathOf(id), { highWaterMark: PIECE })))
    );
  }

  /** Throws unless all bytes of an upload are flushed to disk. */
  async function sync(id: string): Promise<void> {
    const went = await receiver.settled(id);
    if (!went) fail("unavailable", { message: "the disk took no bytes", retryAfter: DISK_RETRY });
    await syncToDisk(pathOf(id));
  }

  const { timeFor } = receiver;
  return { answer, pathOf, drop, sha256, sync, timeFor };
}

function failureOf(status: number): Failure {
  if (status >= 500 && status !== 501) {
    return new Failure("unavailable", { message: "tus store", retryAfter: DISK_RETRY });
  }
  return new Failure(CODES[status] ?? "invalid_upload");
}

/** Returns the headers of a tus response that the client needs. */
export function tusHeaders(response: Response): Record<string, string> {
  return Object.fromEntries(
    TUS_HEADERS.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}
