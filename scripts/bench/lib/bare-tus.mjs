// @ts-check
// What uploads are measured against: @tus/server with its own file store and nothing around it.
// `node bare-tus.mjs FOLDER` prints the port it listens at.
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
