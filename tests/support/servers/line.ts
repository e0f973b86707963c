import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";
import { afterAll } from "vitest";

/** Creates a TCP proxy to a local port. A test can make the proxy stall or switch to another port. */
export async function testLine(port: number) {
  let target = port;
  let isDead = false;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(target, "127.0.0.1");
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      if (isDead) from.pause();
      else from.pipe(to);
      from.on("error", () => {});
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  function drop(): void {
    for (const socket of sockets) socket.destroy();
  }

  afterAll(() => {
    server.close();
    drop();
  });
  return {
    port: (server.address() as AddressInfo).port,
    drop,
    /** Stops forwarding bytes without closing a connection. */
    goDead() {
      isDead = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    /** Closes every connection and forwards new connections to another port. */
    leadTo(other: number) {
      target = other;
      isDead = false;
      drop();
    },
  };
}
