import { createServer, type Socket } from "node:net";
import { afterAll } from "vitest";

/** How the SMTP server handles the next emails. */
export type Mood =
  | "well"
  /** The SMTP server refuses the recipient temporarily ("later") or permanently. */
  | "later"
  | "never"
  /** The SMTP server accepts the connection and sends nothing. */
  | "silent"
  /** The SMTP server sends its greeting and nothing more. */
  | "mute"
  /** The SMTP server receives the whole email and never confirms it. */
  | "stuck"
  /** The SMTP server receives the whole email and drops the connection without confirming it. */
  | "cut"
  /** The SMTP server confirms the email after some time. */
  | "slow";

export type ReceivedMail = { to: string[]; messageId: string; source: string };

const SLOW = 700;

/** Starts a small SMTP server on loopback. A test can make it misbehave, stop it, and start it again. */
export async function testSmtp() {
  const received: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  const state = {
    mood: "well" as Mood,
    connections: 0,
    /**
     * Returns the behaviour of the SMTP server for emails to one recipient. If the result is undefined, `mood`
     * determines the behaviour.
     */
    moodFor: (_: string): Mood | undefined => undefined,
  };

  const server = createServer((socket) => {
    state.connections += 1;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
    if (state.mood === "silent") return;
    converse(socket);
  });

  function converse(socket: Socket) {
    let to: string[] = [];
    let body: string | null = null;
    let rest = "";
    const say = (line: string) => socket.write(`${line}\r\n`);
    say("220 test ESMTP");
    socket.on("data", (chunk) => {
      rest += chunk.toString("latin1");
      for (let end = rest.indexOf("\r\n"); end >= 0; end = rest.indexOf("\r\n")) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        if (body !== null) {
          if (line !== ".") body += `${line}\n`;
          else {
            finish(body);
            body = null;
          }
        } else command(line);
      }
    });

    function command(line: string) {
      if (state.mood === "mute") return;
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === "EHLO" || verb === "HELO") return say("250 test");
      if (verb === "RCPT") {
        const recipient = /<([^>]*)>/.exec(line)?.[1] ?? "";
        const mood = state.moodFor(recipient) ?? state.mood;
        if (mood === "later") return say("451 4.3.0 try later");
        if (mood === "never") return say("550 5.1.1 no such person");
        to.push(recipient);
      }
      if (verb === "DATA") {
        body = "";
        return say("354 go on");
      }
      if (verb === "QUIT") {
        say("221 bye");
        return socket.end();
      }
      return say("250 ok");
    }

    function finish(source: string) {
      if (state.mood === "cut") return socket.destroy();
      const messageId = /^Message-ID:\s*(\S+)/im.exec(source)?.[1] ?? "";
      received.push({ to, messageId, source });
      to = [];
      if (state.mood === "stuck") return;
      if (state.mood === "slow") setTimeout(() => say("250 taken"), SLOW);
      else say("250 taken");
    }
  }

  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  await listen(0);
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;

  async function goDown(): Promise<void> {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  }

  afterAll(() => (server.listening ? goDown() : undefined));
  return { url: `smtp://127.0.0.1:${port}`, received, state, goDown, comeBack: () => listen(port) };
}
