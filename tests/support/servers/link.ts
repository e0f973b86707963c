import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from "node:net";

/**
 * Where the connection of a request is cut. "request" means before the request reaches the server. "answer" means after
 * the server has handled it, so that only the response is lost.
 */
export type Cut = "request" | "answer";

type Listener = { listen: ReturnType<typeof createServer>["listen"]; address(): unknown };

function listening(server: Listener): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      resolve(`http://localhost:${(server.address() as AddressInfo).port}`);
    });
  });
}

/** Returns a name for a state-changing request. The name does not contain the ids in the request's address. */
export function nameOf({ method = "", url = "" }: { method?: string; url?: string }): string {
  const path = url.split("?")[0]?.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "{id}");
  return `${method} ${path}`;
}

/** Forwards a request and its response. With `losesAnswer`, reads the response from the server and drops it. */
function forward(target: string, from: IncomingMessage, to: ServerResponse, losesAnswer = false) {
  const passed = request(
    {
      host: "127.0.0.1",
      port: new URL(target).port,
      method: from.method,
      path: from.url,
      headers: from.headers,
    },
    (answer) => {
      if (losesAnswer) {
        answer.resume();
        answer.on("end", () => from.socket.destroy());
        return;
      }
      to.writeHead(answer.statusCode ?? 502, endToEnd(answer.rawHeaders));
      answer.pipe(to);
    },
  );
  passed.on("error", () => from.socket.destroy());
  to.on("close", () => passed.destroy());
  from.pipe(passed);
}

function changes({ method = "" }: IncomingMessage): boolean {
  return !["GET", "HEAD", "OPTIONS"].includes(method);
}

/** Returns whether a request only reads data, or loads parts of a page for client navigation. */
export function reads(from: IncomingMessage): boolean {
  if (changes(from)) return false;
  return /^\/(wp-json|api)\//.test(from.url ?? "") || from.headers.rsc !== undefined;
}

/**
 * Creates a proxy between browser and site that cuts state-changing requests, or the requests that `chosen` selects.
 * The first attempt of a request fails at `cut`, the second succeeds, and the third fails again. `cuts` contains the
 * number of failed attempts by request name.
 */
export async function openCuttingLink(target: string, cut: Cut, chosen = changes) {
  const cuts = new Map<string, number>();
  const passes = new Set<string>();

  const server = createServer((from, to) => {
    // Use a new connection for each request. When a reused connection breaks, browsers repeat the request
    // automatically.
    to.shouldKeepAlive = false;
    const name = nameOf(from);
    const isCut = chosen(from) && !passes.delete(name);
    if (isCut) {
      cuts.set(name, (cuts.get(name) ?? 0) + 1);
      passes.add(name);
      if (cut === "request") {
        from.socket.destroy();
        return;
      }
    }
    forward(target, from, to, isCut);
  });
  const url = await listening(server);
  return {
    url,
    cuts,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

type Held = { isGone: () => boolean; release: () => void };

/**
 * Creates a proxy between browser and site that holds requests with the given names until a test releases them. `held`
 * waits for the next request with a name. `isGone` returns whether the browser has canceled the request.
 */
export async function openHoldingLink(target: string, names: string[]) {
  const arrived = new Map(names.map((name) => [name, Promise.withResolvers<Held>()]));
  const server = createServer((from, to) => {
    to.shouldKeepAlive = false;
    const waiting = arrived.get(nameOf(from));
    if (!waiting) return forward(target, from, to);
    arrived.delete(nameOf(from));
    let isGone = false;
    to.on("close", () => {
      isGone = true;
    });
    waiting.resolve({
      isGone: () => isGone,
      release: () => {
        if (!isGone) forward(target, from, to);
      },
    });
  });
  const kept = new Map([...arrived].map(([name, { promise }]) => [name, promise]));
  const url = await listening(server);
  return {
    url,
    held: (name: string) => kept.get(name) as Promise<Held>,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Returns the headers without connection headers, which a proxy must not forward. */
function endToEnd(raw: string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [name = "", value = ""] = raw.slice(at, at + 2);
    if (!/^(connection|keep-alive)$/i.test(name)) kept.push(name, value);
  }
  return kept;
}

/** Returns a random number generator (mulberry32) for numbers from 0 to 1. The same seed gives the same sequence. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export type Weather = {
  /** The share of lost network segments. TCP repeats a lost segment after a pause, so the connection stalls. */
  loss: number;
  /** The bytes of a network segment, and the pause after a lost segment in ms. */
  segment: number;
  stall: number;
  /** The number of uploaded bytes after which the connection breaks and its responses are lost. */
  cutEvery: number;
};

/**
 * Creates a TCP proxy that behaves like a bad network. Segments are lost, and the connection sometimes breaks during a
 * transfer. All runs have the same losses and breaks.
 */
export async function openLossyLink(target: string, weather: Weather) {
  const upstream = new URL(target);
  const random = seeded(7);
  const sockets = new Set<Socket>();
  const counts = { segments: 0, lost: 0, cuts: 0, bytes: 0 };
  let untilCut = weather.cutEvery;

  async function carry(from: Socket, to: Socket, isUpwards: boolean) {
    for await (const chunk of from as AsyncIterable<Buffer>) {
      for (let at = 0; at < chunk.length; at += weather.segment) {
        const piece = chunk.subarray(at, at + weather.segment);
        counts.segments += 1;
        if (random() < weather.loss) {
          counts.lost += 1;
          await new Promise((resolve) => setTimeout(resolve, weather.stall));
        }
        if (isUpwards) {
          counts.bytes += piece.length;
          untilCut -= piece.length;
          if (untilCut <= 0) {
            untilCut = weather.cutEvery * (0.5 + random());
            counts.cuts += 1;
            from.resetAndDestroy();
            to.resetAndDestroy();
            return;
          }
        }
        if (!to.write(piece)) await new Promise((resolve) => to.once("drain", resolve));
      }
    }
    to.end();
  }

  const server = createTcpServer((down) => {
    const up = connect(Number(upstream.port), "127.0.0.1");
    for (const socket of [down, up]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        sockets.delete(socket);
        down.destroy();
        up.destroy();
      });
    }
    void carry(down, up, true).catch(() => {});
    void carry(up, down, false).catch(() => {});
  });
  const url = await listening(server as unknown as Listener);
  return {
    url,
    counts,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
