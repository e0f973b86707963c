import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { CAPTCHA, FACEBOOK_APP, GOOGLE_CLIENT_ID } from "@/scripts/testing/fake-keys.mjs";
import { type FakeAnswer, JSON_TYPE } from "./answer";
import { fakeCaptcha } from "./captcha";
import { fakeFacebook } from "./facebook";
import { fakeGoogle } from "./google";

export { CAPTCHA, FACEBOOK_APP, GOOGLE_CLIENT_ID };

/**
 * Fakes of Google, Facebook, and the captcha in one HTTP server on loopback. They respond to the site's back end and
 * serve the providers' scripts and windows.
 *
 * @param at the address to listen on; by default any free port
 */
export async function openFakes(at?: string) {
  const state = {
    /** "down" makes every request fail, "silent" leaves every request without a response. */
    mood: "well" as "well" | "down" | "silent",
    url: "",
    /** The path and query of every request to the fake services. */
    asked: [] as string[],
  };
  const google = await fakeGoogle(() => state.url, GOOGLE_CLIENT_ID);
  const facebook = fakeFacebook(FACEBOOK_APP);
  const captcha = fakeCaptcha(CAPTCHA);

  const server = createServer(async (incoming, outgoing) => {
    const url = new URL(incoming.url ?? "/", state.url);
    state.asked.push(url.pathname + url.search);
    if (state.mood === "silent") return;
    const body = await textOf(incoming);
    const request = { url, method: incoming.method ?? "GET", body };
    const answer: FakeAnswer =
      state.mood === "down"
        ? { status: 502, body: "{}" }
        : ((await google.answer(request)) ?? facebook.answer(request) ?? captcha.answer(request));
    const { status = 200, type = JSON_TYPE, body: text } = answer ?? { status: 404, body: "{}" };
    outgoing.writeHead(status, { "Content-Type": type }).end(text);
  });
  const place = at ? new URL(at) : null;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(Number(place?.port ?? 0), "127.0.0.1", resolve);
  });
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function close(): Promise<void> {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  return { state, google, facebook, captcha, close };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text;
}
