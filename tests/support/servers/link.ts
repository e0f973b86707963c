import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from "node:net";

/** Where a request is cut off: before it reaches the server, or after, so that its answer gets lost. */
export type Cut = "request" | "answer";

type Listener = { listen: ReturnType<typeof createServer>["listen"]; address(): unknown };

function listening(server: Listener): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      resolve(`http://localhost:${(server.address() as AddressInfo).port}`);
    });
  });
}

/** State-changing requests, each under one name whatever id is in its address. */
export function nameOf({ method = "", url = "" }: { method?: string; url?: string }): string {
  const path = url.split("?")[0]?.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "{id}");
  return `${method} ${path}`;
}

/** Passes a request on, and its answer back; a lost answer is taken from the server and dropped. */
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

/** What a page reads while it is open: data, and the parts of pages reached from it by client navigation. */
export function reads(from: IncomingMessage): boolean {
  if (changes(from)) return false;
  return /^\/(wp-json|api)\//.test(from.url ?? "") || from.headers.rsc !== undefined;
}

/**
 * A connection between browser and site that cuts each state-changing request (or those `chosen` picks)
 * once: the first try fails where `cut` says, the next try of the same request passes, the one after that
 * fails again. `cuts` counts them by name.
 */
export async function openCuttingLink(target: string, cut: Cut, chosen = changes) {
  const cuts = new Map<string, number>();
  const passes = new Set<string>();

  const server = createServer((from, to) => {
    // Browsers send a request again by themselves when a connection they use for the second time
    // breaks: on a fresh one each time, what is cut is cut.
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
 * A connection between browser and site that holds requests of the given names until they are released.
 * `held` waits for the next of a name; `isGone` tells whether the browser has given it up.
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

/** Headers without those of the connection itself. */
function endToEnd(raw: string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [name = "", value = ""] = raw.slice(at, at + 2);
    if (!/^(connection|keep-alive)$/i.test(name)) kept.push(name, value);
  }
  return kept;
}

/** A sequence of numbers from 0 to 1 that is the same every time (mulberry32). */
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
  /** Share of segments that are lost; TCP sends them again after a pause, so the connection stalls. */
  loss: number;
  /** Bytes of a segment, and the pause a lost one costs, ms. */
  segment: number;
  stall: number;
  /** Bytes sent upwards after which the connection is torn down, answers with it. */
  cutEvery: number;
};

/**
 * A bad connection between browser and site, at the level of TCP: segments get lost, and now and then the
 * connection breaks in the middle of whatever is on its way. Conditions are the same in every run.
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
