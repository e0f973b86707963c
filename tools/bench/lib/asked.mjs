// @ts-check
// Sends a single request with any path and headers to the reverse proxy or to an instance.
import { Agent as PlainAgent, request as plainRequest } from "node:http";
import { Agent, request } from "node:https";

/** @typedef {{ port: number, tls?: boolean, name: string, from?: string }} Place the server, its host name, and the client address */
/**
 * @typedef {object} Options of a request
 * @property {string} [method]
 * @property {import("./applicants.mjs").Headers} [headers]
 * @property {Buffer} [body]
 */
/** @typedef {{ status: number, headers: import("node:http").IncomingHttpHeaders, bytes: Buffer }} Answer */

const agents = {
  plain: new PlainAgent({ keepAlive: true, maxSockets: 32 }),
  tls: new Agent({ keepAlive: true, maxSockets: 32, rejectUnauthorized: false }),
};

/**
 * Sends a request. Returns the status, headers, and bytes of the response. `name` is the requested host name.
 *
 * @param {Place} place
 * @param {string} path
 * @param {Options} [options]
 * @returns {Promise<Answer>}
 */
export function asked(
  { port, tls = false, name, from },
  path,
  { method = "GET", headers = {}, body } = {},
) {
  return new Promise((resolve, reject) => {
    /** @type {typeof request} */
    const send = tls ? request : plainRequest;
    const sent = send(
      {
        host: "127.0.0.1",
        port,
        ...(from && { localAddress: from }),
        path,
        method,
        agent: tls ? agents.tls : agents.plain,
        ...(tls && { servername: name }),
        headers: { ...headers, Host: name, "Content-Length": body?.length ?? 0 },
      },
      (answer) => {
        /** @type {Buffer[]} */
        const parts = [];
        answer.on("data", (part) => parts.push(part)).on("error", reject);
        answer.on("end", () => {
          const { statusCode: status = 0, headers: given } = answer;
          resolve({ status, headers: given, bytes: Buffer.concat(parts) });
        });
      },
    );
    sent.on("error", (/** @type {NodeJS.ErrnoException} */ error) => {
      // Send the request again if the server closed the idle connection at the moment of its reuse.
      if (!sent.reusedSocket || error.code !== "ECONNRESET") return reject(error);
      resolve(asked({ port, tls, name, from }, path, { method, headers, body }));
    });
    sent.end(body);
  });
}
