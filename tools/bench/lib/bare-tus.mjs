// @ts-check
// The baseline for uploads: @tus/server with its own file store and no other code. `node bare-tus.mjs FOLDER` prints
// the port on which it listens.
import { createServer } from "node:http";
import { FileStore } from "@tus/file-store";
import { Server } from "@tus/server";

const [directory = ""] = process.argv.slice(2);
const tus = new Server({ path: "/files", datastore: new FileStore({ directory }) });
const server = createServer((from, to) => tus.handle(from, to));
server.listen(0, "127.0.0.1", () => {
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  process.stdout.write(`${port}\n`);
});
