import { readFileSync } from "node:fs";
import { connect as connectTls } from "node:tls";
import { describe, expect, test } from "vitest";
import { frontMissing } from "../../scripts/testing/proxy.mjs";
import { frontBeforeNode } from "./proxy-before";

/*
 * Tests requests that declare two body lengths. nginx and Node must agree where such a request ends; otherwise an
 * attacker could hide a second request in the body.
 */

const missing = frontMissing();
const HIDDEN = "/hidden-in-a-body";
const hidden = (name: string) => `GET ${HIDDEN} HTTP/1.1\r\nHost: ${name}\r\n\r\n`;
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

/**
 * The headers and body of a POST that smuggles a second request. The second request starts where the body ends if the
 * wrong length is used.
 */
const CASES: [string, (name: string) => [headers: string[], body: string]][] = [
  [
    "a length and chunks, the length short",
    (name) => [["Content-Length: 5", "Transfer-Encoding: chunked"], `0\r\n\r\n${hidden(name)}`],
  ],
  [
    "chunks and a length, the length long",
    (name) => [
      ["Transfer-Encoding: chunked", `Content-Length: ${5 + hidden(name).length}`],
      `0\r\n\r\n${hidden(name)}`,
    ],
  ],
  ...[
    "Transfer-Encoding: xchunked",
    "Transfer-Encoding: chunked, identity",
    "Transfer-Encoding: identity, chunked",
    "Transfer-Encoding:\tchunked",
    "Transfer-Encoding : chunked",
    " Transfer-Encoding: chunked",
    "X: y\nTransfer-Encoding: chunked",
    "Transfer-Encoding: \x0bchunked",
    "Transfer_Encoding: chunked",
  ].map((header): (typeof CASES)[number] => [
    JSON.stringify(header),
    (name) => [[`Content-Length: ${5 + hidden(name).length}`, header], `0\r\n\r\n${hidden(name)}`],
  ]),
  ...[
    ["two lengths", "Content-Length: 0"],
    ["a length with a sign", "Content-Length: +0"],
    ["two lengths in one", "Content-Length: 0, 70"],
    ["a length in hex", "Content-Length: 0x46"],
  ].map(([what = "", header = ""]): (typeof CASES)[number] => [
    what,
    (name) => [[header, `Content-Length: ${hidden(name).length}`], hidden(name)],
  ]),
  [
    "a chunk whose size overflows",
    (name) => [
      ["Transfer-Encoding: chunked"],
      `10000000000000005\r\nabcde\r\n0\r\n\r\n${hidden(name)}`,
    ],
  ],
  [
    "a chunk whose extension breaks the line",
    (name) => [
      ["Transfer-Encoding: chunked"],
      `5;a\nb\r\nabcde\r\n0\r\n\r\n${chunk(hidden(name))}0\r\n\r\n`,
    ],
  ],
  [
    "a chunk without its end",
    (name) => [["Transfer-Encoding: chunked"], `5\r\nabcdefgh0\r\n\r\n${hidden(name)}`],
  ],
];

describe.skipIf(missing)("a request with contradictory headers", () => {
  const here = frontBeforeNode();

  /** Sends a text and returns everything that arrives until the connection is silent for a second. */
  const say = (text: string) =>
    new Promise<string>((resolve) => {
      let said = "";
      const where = { port: here.front.https, host: "127.0.0.1", servername: here.front.name };
      const socket = connectTls({ ...where, rejectUnauthorized: false }, () => socket.write(text));
      socket.on("error", () => {}).on("close", () => resolve(said));
      socket.setEncoding("latin1").on("data", (part: string) => {
        said += part;
      });
      socket.setTimeout(1_000, () => socket.destroy());
    });
  const asked = (headers: string[], body: string) =>
    say(
      `${["POST /wp-json/x HTTP/1.1", `Host: ${here.front.name}`, ...headers].join("\r\n")}\r\n\r\n${body}`,
    );
  /**
   * Returns the number of requests for HIDDEN in the proxy's log. The proxy logs every request that it recognizes, so a
   * request that reaches the instance without a log line was smuggled.
   */
  const known = () => readFileSync(here.front.log, "utf8").split(` ${HIDDEN} `).length - 1;
  const reached = () => here.node.seen.filter(({ path }) => path === HIDDEN).length;

  test("the instance and the reverse proxy see both requests of a valid pipeline", async () => {
    const before = { known: known(), reached: reached() };
    await asked(
      ["Transfer-Encoding: chunked"],
      `${chunk("{}")}0\r\n\r\n${hidden(here.front.name)}`,
    );
    expect({ known: known(), reached: reached() }).toEqual({
      known: before.known + 1,
      reached: before.reached + 1,
    });
  });

  test.each(CASES)(
    "the instance gets no request that the reverse proxy does not see: %s",
    async (_, make) => {
      const before = { known: known(), reached: reached() };
      const said = await asked(...make(here.front.name));
      expect(said).toMatch(/^HTTP\/1\.1 (?:204|4\d\d|501) /);
      expect(reached() - before.reached).toBe(known() - before.known);
    },
  );
});
