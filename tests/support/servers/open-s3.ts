import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import S3rver from "@20minutes/s3rver";
import { readConfig } from "@/backend/config";

/**
 * What clients reach at the S3 server's address: the server, a closed port, or a port that accepts connections but
 * never responds.
 */
type Gate = "open" | "closed" | "silent";

const BUCKET = "slancio";

/**
 * Starts an S3 server with an empty bucket, whose files are in `directory`. A test can block access to the server.
 * `bucket` is the file store's configuration; `env` is the same configuration as environment variables.
 */
export async function openS3(directory: string) {
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory,
    vhostBuckets: false,
    // Accept wrong signatures, because the fake server signs a bucket's address without the slash that Amazon's library
    // sends.
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });
  const { port } = await server.run();
  const sockets = new Set<Socket>();
  let state: Gate = "open";
  let passed = 0;

  const gate = createServer((down) => {
    keep(down);
    if (state === "silent") return;
    const up = connect(port, "127.0.0.1");
    keep(up);
    down.on("data", (bytes) => {
      passed += bytes.length;
    });
    down.pipe(up).pipe(down);
    down.on("close", () => up.destroy());
    up.on("close", () => down.destroy());
  });

  function keep(socket: Socket) {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  }

  const listen = (at: number) =>
    new Promise<void>((resolve) => {
      gate.listen(at, "127.0.0.1", resolve);
    });

  /**
   * Closes all connections to the S3 server. After that, `to` decides what new connections reach: the server, a closed
   * port, or a silent port.
   */
  async function turn(to: Gate): Promise<void> {
    const wasClosed = state === "closed";
    state = to;
    for (const socket of sockets) socket.destroy();
    if (to === "closed") await new Promise((resolve) => gate.close(resolve));
    else if (wasClosed) await listen(Number(new URL(env.S3_ENDPOINT).port));
  }

  await listen(0);
  async function close() {
    for (const socket of sockets) socket.destroy();
    gate.close();
    await server.close();
  }
  const env = {
    S3_ENDPOINT: `http://127.0.0.1:${(gate.address() as AddressInfo).port}`,
    S3_BUCKET: BUCKET,
    S3_ACCESS_KEY_ID: "S3RVER",
    S3_SECRET_ACCESS_KEY: "S3RVER",
  };
  const config = readConfig({
    ...env,
    DATABASE_URL: "postgres://127.0.0.1/none",
    SMTP_URL: "smtp://127.0.0.1",
    TOKEN_SECRET: "not needed for files, but asked for",
  });
  return { bucket: { ...config, S3_BUCKET: BUCKET }, env, turn, passed: () => passed, close };
}
