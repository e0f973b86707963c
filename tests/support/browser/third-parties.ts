import { createServer, type Server } from "node:http";

/*
 * Fake scripts of a tag manager and a social pixel, at the address in THIRD_PARTIES_URL. Like the real scripts, each
 * sends a request and sets cookies.
 */

const SCRIPTS: Record<string, string> = {
  "/gtm.js": `
    document.cookie = "_ga=stand-in; path=/";
    for (const event of window.dataLayer) report(event.event);
    window.dataLayer.push = (...events) => {
      for (const event of events) report(event.event);
      return Array.prototype.push.apply(window.dataLayer, events);
    };
    function report(name) {
      fetch(new URL("/collect?event=" + name, ORIGIN), { mode: "no-cors" });
    }`,
  "/fbevents.js": `
    document.cookie = "_fbp=fb.1.stand-in; path=/";
    function report(...call) {
      new Image().src = new URL("/tr?call=" + call.join("."), ORIGIN).href;
    }
    window.fbq.callMethod = report;
    for (const call of window.fbq.queue) report(...call);`,
};

/** Starts the fake third parties at the configured address, for all tests of a run. */
export default async function startThirdParties(): Promise<(() => Promise<void>) | undefined> {
  const address = process.env.THIRD_PARTIES_URL;
  if (!address) return undefined;
  const server: Server = createServer((request, response) => {
    const script = SCRIPTS[new URL(request.url ?? "/", address).pathname];
    response.writeHead(script ? 200 : 204, { "Content-Type": "text/javascript" });
    response.end(script && `{ const ORIGIN = ${JSON.stringify(address)}; ${script} }`);
  });
  const { hostname, port } = new URL(address);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(Number(port), hostname, resolve);
  });
  return () => new Promise((resolve) => server.close(() => resolve()));
}
