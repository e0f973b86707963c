import type { BrowserContext, Route } from "playwright/test";

/** The hosts that the sign-in providers' and the captcha's scripts use. */
const HOSTS = [
  "https://accounts.google.com/**",
  "https://connect.facebook.net/**",
  "https://www.facebook.com/**",
  "https://graph.facebook.com/**",
  "https://www.google.com/recaptcha/**",
];

/**
 * Redirects the browser's requests for the providers' hosts to the fake services. The page and its content security
 * policy keep the real addresses. Returns the requested addresses.
 */
export async function playProviders(context: BrowserContext): Promise<string[]> {
  const asked: string[] = [];
  const base = process.env.STAND_INS_URL;
  if (!base) throw new Error("STAND_INS_URL is not set: run the browser tests by npm run e2e.");

  async function answer(route: Route) {
    const request = route.request();
    const { pathname, search } = new URL(request.url());
    asked.push(request.url());
    const method = request.method();
    const body = method === "POST" ? (request.postData() ?? "") : undefined;
    const response = await fetch(base + pathname + search, { method, body });
    await route.fulfill({
      status: response.status,
      headers: {
        "Content-Type": response.headers.get("content-type") ?? "text/plain",
        "Access-Control-Allow-Origin": "*",
      },
      body: await response.text(),
    });
  }
  for (const host of HOSTS) await context.route(host, answer);
  return asked;
}
