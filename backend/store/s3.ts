import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { BackendConfig } from "../config";
import type { ByteRange, FileStore } from "./store";

/** Milliseconds until the S3 server must begin its response. A late or refused request is retried once. */
const PATIENCE = 5_000;
const ATTEMPTS = 2;
/** Milliseconds without a received byte after which an S3 connection is closed. */
const SILENCE = 15_000;
/** Minimum upload speed to the S3 server in bytes per millisecond: 100 MB take at most four minutes. */
const SLOWEST = 500;
/** Maximum number of S3 connections. Each download by a slow client occupies one connection. */
const CONNECTIONS = 256;
/**
 * Number of parallel delete requests. Each request deletes one object, because not every S3 server supports bulk
 * deletion.
 */
const REMOVED_AT_ONCE = 8;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The part of the configuration that concerns the S3 bucket. */
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
 * Stores files in an S3 bucket, as objects named by the prefix and the id. An object becomes visible only after a
 * complete upload.
 */
export function s3Store(config: Bucket): FileStore {
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
    // The S3 server verifies this hash of the uploaded bytes and rejects corrupted bytes.
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
   * Yields an object's bytes. If the connection closes, for example because a client pauses a video, reading continues
   * at the same position. Fails if a request returns no bytes.
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
      // A missing bucket causes the same error as a missing file. Therefore `works` first throws if the bucket does not
      // work, and only then is the file reported as missing.
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

/** Load the S3 client on the first request, so that sites with a local folder never load it. */
async function connect(config: Bucket) {
  const { S3Client, ...commands } = await import("@aws-sdk/client-s3");
  const { S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_PATH_STYLE } = config;
  const agent = { keepAlive: true, maxSockets: CONNECTIONS };
  const client = new S3Client({
    region: config.S3_REGION,
    ...(S3_ENDPOINT && { endpoint: S3_ENDPOINT }),
    // If the configuration contains no S3 keys, the S3 client uses the credentials of the machine's role.
    ...(S3_ACCESS_KEY_ID &&
      S3_SECRET_ACCESS_KEY && {
        credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
      }),
    // Amazon uses one host per bucket; other servers use one host for all buckets.
    forcePathStyle: S3_PATH_STYLE ? S3_PATH_STYLE === "1" : S3_ENDPOINT !== undefined,
    // Several S3 servers other than Amazon's reject the checksums that Amazon's library adds by default.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    maxAttempts: ATTEMPTS,
    // Disable the client's own logging, because the caller logs the errors that the client throws.
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
