import { once } from "node:events";
import { Agent, createServer, get, type IncomingMessage, Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import type { drainOnClose } from "./drain";

const { close, emit } = Server.prototype;
const agent = new Agent({ keepAlive: true });
afterAll(() => {
  Object.assign(Server.prototype, { close, emit });
  agent.destroy();
});
beforeEach(() => {
  Object.assign(Server.prototype, { close, emit });
  Reflect.deleteProperty(globalThis, Symbol.for("slancio.drain"));
  vi.resetModules();
});

/** Starts a guarded server. Each response takes as many ms as the number in the request path. */
async function served(
  finish: () => Promise<void>,
  options: Parameters<typeof drainOnClose>[1],
  answered = () => {},
) {
  const drain = await import("./drain");
  const guard = await import("./guard");
  guard.guardServer();
  drain.drainOnClose(finish, options);
  const server = createServer(async (request, answer) => {
    await sleep(Number(request.url?.slice(1)));
    answered();
    answer.end("whole");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  async function ask(ms: number): Promise<{ text: string; connection: string | undefined }> {
    const [answer] = (await once(
      get({ port, host: "127.0.0.1", path: `/${ms}`, agent }),
      "response",
    )) as [IncomingMessage];
    let text = "";
    for await (const part of answer) text += part;
    return { text, connection: answer.headers.connection };
  }
  return { server, port, ask, isDraining: drain.isDraining };
}

const ended = (server: Server) => new Promise<void>((resolve) => server.close(() => resolve()));

test("running responses finish, then the back end closes, then the process can end", async () => {
  const order: string[] = [];
  const finish = async () => void order.push("closed");
  const answered = () => void order.push("answered");
  const { server, port, ask } = await served(finish, { seconds: 0 }, answered);
  const asked = ask(300);
  await sleep(100);
  await ended(server).then(() => order.push("ended"));
  expect(await asked).toEqual({ text: "whole", connection: "close" });
  expect(order).toEqual(["answered", "closed", "ended"]);
  await expect(once(connect(port, "127.0.0.1"), "connect")).rejects.toThrow("ECONNREFUSED");
});

test("a draining process answers during DRAIN_SECONDS and closes each connection", async () => {
  const { server, ask, isDraining } = await served(async () => {}, { seconds: 0.5 });
  expect((await ask(0)).connection).toBe("keep-alive");
  expect(isDraining()).toBe(false);
  const end = ended(server);
  expect(isDraining()).toBe(true);
  expect(await ask(0)).toEqual({ text: "whole", connection: "close" });
  expect(await ask(0)).toEqual({ text: "whole", connection: "close" });
  await end;
});

test("an endless response delays the stop only until the time limit", async () => {
  const finish = vi.fn(async () => {});
  const { server, ask } = await served(finish, { seconds: 0, answers: 200 });
  const cut = expect(ask(60_000)).rejects.toThrow();
  await sleep(50);
  const began = performance.now();
  await ended(server);
  await cut;
  expect(performance.now() - began).toBeLessThan(2_000);
  expect(finish).toHaveBeenCalledOnce();
});

test("an idle connection does not delay the stop", async () => {
  const { server, port } = await served(async () => {}, { seconds: 0 });
  const idle = connect(port, "127.0.0.1");
  await once(idle, "connect");
  idle.write("GET /0 HTTP/1.1\r\nHost: a\r\n\r\n");
  await once(idle, "data");
  const began = performance.now();
  await Promise.all([ended(server), once(idle, "close")]);
  expect(performance.now() - began).toBeLessThan(2_000);
});
