// @ts-check
// A thread that opens a local port to the reverse proxy, for tools that send no host name in the TLS handshake: the
// reverse proxy rejects such connections. The separate thread does not delay simultaneous measurements.
import { createServer } from "node:net";
import { connect } from "node:tls";
import { parentPort, workerData } from "node:worker_threads";

/** @type {{ https: number, name: string }} */
const { https, name } = workerData;

const way = createServer((socket) => {
  const there = connect({
    port: https,
    host: "127.0.0.1",
    servername: name,
    rejectUnauthorized: false,
  });
  socket.on("error", () => there.destroy()).on("close", () => there.destroy());
  there.on("error", () => socket.destroy()).on("close", () => socket.destroy());
  socket.pipe(there).pipe(socket);
});
way.listen(0, "127.0.0.1", () => {
  const address = way.address();
  parentPort?.postMessage(typeof address === "object" ? address?.port : null);
});
