import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { BackendConfig } from "../config";
import type { ByteRange, Store } from "./store";

/** Milliseconds for an answer to begin; one that is late, or refused, is asked for once more. */
const PATIENCE = 5_000;
const ATTEMPTS = 2;
/** Milliseconds without a single byte after which a connection is given up. */
const SILENCE = 15_000;
/** Bytes a millisecond below which putting a file is given up: 100 MB in four minutes. */
const SLOWEST = 500;
/** Connections at once: each download that somebody reads slowly keeps its own. */
const CONNECTIONS = 256;
/** Objects removed at once. One by one, because not every S3 removes several by one request. */
const REMOVED_AT_ONCE = 8;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The configuration of a bucket. */
export type Bucket = Pick<
  BackendConfig,
  | "S3_ENDPOINT"
  | "S3_REGION"
  | "S3_ACCESS_KEY_ID"
  | "S3_SECRET_ACCESS_KEY"
  | "S3_PREFIX"
  | "S3_PATH_STYLE"
> & { S3_BUCKET: string };

/**
 * Files in a bucket of any S3, each an object of its own under the prefix and its id. An object is there
 * as a whole or not at all, so nothing half-written ever counts.
 */
export function s3Store(config: Bucket): Store {
  const bucket = { Bucket: config.S3_BUCKET };
  const objectOf = (id: string) => ({ ...bucket, Key: config.S3_PREFIX + id });
  const quickly = { requestTimeout: PATIENCE };
  let opened: ReturnType<typeof connect> | undefined;
  const s3 = () => {
    opened ??= connect(config);
    return opened;
  };

  async function put(id: string, path: string): Promise<void> {
    const { size } = await stat(path);
    const md5 = createHash("md5");
    // By it the server refuses bytes that are not these.
    await pipeline(createReadStream(path), md5);
    const { client, PutObjectCommand } = await s3();
    const Body = createReadStream(path);
    try {
      await client.send(
        new PutObjectCommand({
          ...objectOf(id),
          Body,
          ContentLength: size,
          ContentMD5: md5.digest("base64"),
          ContentType: "application/octet-stream",
        }),
        { requestTimeout: SILENCE + size / SLOWEST },
      );
    } finally {
      Body.destroy();
    }
  }

  /**
   * An object's bytes. Who pauses a video stops reading, until the connection is given up: it goes on where
   * it was, as long as each further request brings anything.
   */
  async function* bytesOf(id: string, { start, end }: Partial<ByteRange>) {
    const { client, GetObjectCommand } = await s3();
    let at = start ?? 0;
    for (;;) {
      const begun = at;
      const Range = at > 0 || end !== undefined ? `bytes=${at}-${end ?? ""}` : undefined;
      try {
        const asked = new GetObjectCommand({ ...objectOf(id), ...(Range && { Range }) });
        const { Body } = await client.send(asked, quickly);
        for await (const chunk of Body as Readable) {
          at += chunk.length;
          yield chunk;
        }
        return;
      } catch (error) {
        if (at === begun) throw error;
      }
    }
  }

  async function size(id: string): Promise<number | null> {
    const { client, HeadObjectCommand } = await s3();
    try {
      const { ContentLength } = await client.send(new HeadObjectCommand(objectOf(id)), quickly);
      return ContentLength ?? null;
    } catch (error) {
      if (!isMissing(error)) throw error;
      // Of a bucket that is gone, or another one, the answer is the same: then nobody may say so of the file.
      await works();
      return null;
    }
  }

  async function remove(ids: readonly string[]): Promise<void> {
    const { client, DeleteObjectCommand } = await s3();
    for (let at = 0; at < ids.length; at += REMOVED_AT_ONCE) {
      const some = ids.slice(at, at + REMOVED_AT_ONCE);
      await Promise.all(
        some.map((id) => client.send(new DeleteObjectCommand(objectOf(id)), quickly)),
      );
    }
  }

  async function list(before: Date): Promise<string[]> {
    const { client, ListObjectsV2Command } = await s3();
    const ids: string[] = [];
    let ContinuationToken: string | undefined;
    do {
      const page = await client.send(
        new ListObjectsV2Command({
          ...bucket,
          Prefix: config.S3_PREFIX,
          ...(ContinuationToken && { ContinuationToken }),
        }),
        quickly,
      );
      for (const { Key = "", LastModified } of page.Contents ?? []) {
        const id = Key.slice(config.S3_PREFIX.length);
        if (UUID.test(id) && LastModified && LastModified < before) ids.push(id);
      }
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken);
    return ids;
  }

  async function works(): Promise<void> {
    const { client, HeadBucketCommand } = await s3();
    await client.send(new HeadBucketCommand(bucket), quickly);
  }

  return {
    put,
    open: (id, range) => Readable.from(bytesOf(id, range ?? {}), { objectMode: false }),
    size,
    remove,
    room: async () => Number.POSITIVE_INFINITY,
    works,
    list,
  };
}

/** The client, loaded by the first request: whoever keeps files in a folder does not pay for it. */
async function connect(config: Bucket) {
  const { S3Client, ...commands } = await import("@aws-sdk/client-s3");
  const { S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_PATH_STYLE } = config;
  const agent = { keepAlive: true, maxSockets: CONNECTIONS };
  const client = new S3Client({
    region: config.S3_REGION,
    ...(S3_ENDPOINT && { endpoint: S3_ENDPOINT }),
    // Without keys: those of the machine's role.
    ...(S3_ACCESS_KEY_ID &&
      S3_SECRET_ACCESS_KEY && {
        credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
      }),
    // A host of its own for each bucket is Amazon's way; other servers are known by one name.
    forcePathStyle: S3_PATH_STYLE ? S3_PATH_STYLE === "1" : S3_ENDPOINT !== undefined,
    // The checksums that Amazon's library adds by default are refused by several other servers.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    maxAttempts: ATTEMPTS,
    // What goes wrong is thrown, and logged by whoever asked.
    logger: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
    requestHandler: {
      connectionTimeout: PATIENCE,
      socketTimeout: SILENCE,
      throwOnRequestTimeout: true,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
  return { client, ...commands };
}

function isMissing(error: unknown): boolean {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 404;
}
