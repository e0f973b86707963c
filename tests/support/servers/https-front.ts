import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { request as send } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

/*
 * An HTTPS server in front of HTTP servers on this machine, as a proxy in production. It has a self-signed
 * certificate.
 */

export type Certificate = { key: string; certificate: string };

/**
 * Creates a certificate for `localhost` and `127.0.0.1` in a folder. Returns the paths of the key and the certificate.
 */
export function makeCertificate(folder: string): Certificate {
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  const options = [
    ..."req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2".split(" "),
    ...["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"],
  ];
  const files = ["-keyout", key, "-out", certificate];
  execFileSync("openssl", [...options, ...files], { stdio: "ignore" });
  return { key, certificate };
}

/**
 * Starts an HTTPS server that passes requests to the HTTP servers at `ports`. By default, the first of them gets every
 * request. With `oneByOne`, each gets one request at a time, and a request waits until a server is free.
 */
export async function startHttpsFront({ key, certificate }: Certificate, host: string) {
  const front = {
    url: "",
    /** Ports of the HTTP servers behind the HTTPS server. */
    ports: [] as number[],
    /** True if each server behind can process only one request at a time. */
    oneByOne: false,
    /** Method and path of each request, and whether a browser sent it. */
    asked: [] as { method: string; path: string; isBrowser: boolean }[],
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  const busy = new Set<number>();
  const waiting: (() => void)[] = [];
  const takePort = async (): Promise<number> => {
    if (!front.oneByOne) return front.ports[0] ?? 0;
    for (;;) {
      const free = front.ports.find((port) => !busy.has(port));
      if (free !== undefined) {
        busy.add(free);
        return free;
      }
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  };
  const options = { key: readFileSync(key), cert: readFileSync(certificate) };
  const server = createServer(options, async (request, response) => {
    const { method = "GET", url = "/", headers } = request;
    front.asked.push({ method, path: url, isBrowser: headers["sec-fetch-site"] !== undefined });
    const port = await takePort();
    const release = () => {
      if (busy.delete(port)) waiting.shift()?.();
    };
    // Drop the request if the browser left the page while the request waited for a server.
    if (response.destroyed) return release();
    response.once("close", release);
    const passed = send({
      ...{ host: "127.0.0.1", port, method, path: url },
      headers: { ...headers, "x-forwarded-proto": "https", "x-forwarded-host": headers.host },
      agent: false,
    });
    passed.once("response", (answer) => {
      // Omit the header `Connection: close` of PHP's server, so that the browser's connection to this server stays
      // open.
      const { connection: _, ...passedOn } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, passedOn);
      answer.pipe(response);
    });
    passed.once("error", () => response.destroy());
    response.once("close", () => passed.destroy());
    request.pipe(passed);
  });
  // Keep idle connections open for longer than a test waits between two requests. Otherwise a request could fail
  // because the server closes its connection at the same time.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  front.url = `https://${host}:${(server.address() as AddressInfo).port}`;
  return front;
}
