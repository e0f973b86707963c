import { get } from "node:http";
import { Agent, type RequestOptions, request } from "node:https";
import type { Answer } from "../support/servers/upstream";

const agent = new Agent({ keepAlive: true, maxSockets: 32, rejectUnauthorized: false });

/** Sends a request through the reverse proxy, without normalizing its path. */
export function ask(
  front: { https: number; name: string },
  path: string,
  { body, ...options }: RequestOptions & { body?: Buffer } = {},
): Promise<Answer & { front: string | undefined }> {
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: "127.0.0.1", port: front.https, servername: front.name, agent, ...options, path },
      (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part) => parts.push(part)).on("error", reject);
        response.on("end", () => {
          const headers = response.headers as Record<string, string>;
          const text = Buffer.concat(parts).toString("latin1");
          resolve({
            status: response.statusCode ?? 0,
            headers,
            body: text,
            front: headers["x-front"],
          });
        });
      },
    );
    asked.setHeader("Host", front.name);
    asked.on("error", reject).end(body);
  });
}

/** Requests a path with plain http under a host name. Returns the status and the redirect target. */
export function askPlainly(port: number, name: string, path: string) {
  return new Promise<[number | undefined, string | undefined]>((resolve, reject) => {
    get({ host: "127.0.0.1", port, path, headers: { Host: name } }, (response) => {
      response.resume();
      resolve([response.statusCode, response.headers.location]);
    }).on("error", reject);
  });
}
