// One request with whatever path and headers, to the front or to a node.
import { Agent as PlainAgent, request as plainRequest } from "node:http";
import { Agent, request } from "node:https";

const agents = {
  plain: new PlainAgent({ keepAlive: true, maxSockets: 32 }),
  tls: new Agent({ keepAlive: true, maxSockets: 32, rejectUnauthorized: false }),
};

/** Status, headers, bytes of the answer; `name` is the host that is asked for. */
export function asked(
  { port, tls = false, name },
  path,
  { method = "GET", headers = {}, body } = {},
) {
  return new Promise((resolve, reject) => {
    const send = tls ? request : plainRequest;
    const sent = send(
      {
        host: "127.0.0.1",
        port,
        path,
        method,
        agent: tls ? agents.tls : agents.plain,
        ...(tls && { servername: name }),
        headers: { ...headers, Host: name, "Content-Length": body?.length ?? 0 },
      },
      (answer) => {
        const parts = [];
        answer.on("data", (part) => parts.push(part)).on("error", reject);
        answer.on("end", () => {
          resolve({
            status: answer.statusCode,
            headers: answer.headers,
            bytes: Buffer.concat(parts),
          });
        });
      },
    );
    sent.on("error", (error) => {
      // The other side closed an idle connection as it was used again.
      if (!sent.reusedSocket || error.code !== "ECONNRESET") return reject(error);
      resolve(asked({ port, tls, name }, path, { method, headers, body }));
    });
    sent.end(body);
  });
}
