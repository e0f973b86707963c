import { eq } from "drizzle-orm";
import { users } from "@/backend/db/schema/accounts";
import { type Gateway, throughGateway } from "@/lib/api/session/gateway";
import { signIn } from "@/lib/api/session/sign-in";
import { PASSWORD, peopleOf } from "../people/people";
import { testBackend } from "./backend";

export const SITE = "https://slancio.example";
const SAME_SITE = { "Sec-Fetch-Site": "same-origin" };

/**
 * Creates the site's gateway in front of a test back end. It records every request. The site uses https, so its cookies
 * have the prefix `__Host-`.
 */
export async function testGateway() {
  const bench = await testBackend();
  const people = peopleOf(bench);
  const passed: Request[] = [];
  const gateway: Gateway = {
    send: async (request) => {
      passed.push(request.clone());
      return bench.backend.fetch(request);
    },
    base: `${SITE}/wp-json/`,
    siteUrl: SITE,
    acceptOwnHost: false,
    secure: true,
    now: () => bench.clock.now.getTime(),
  };

  /** Sends a request through the gateway, as a browser does. */
  function ask(
    method: string,
    path: string,
    { cookie, headers, body }: { cookie?: string; headers?: HeadersInit; body?: string } = {},
    using: Partial<Gateway> = {},
  ) {
    const given = new Headers(headers ?? SAME_SITE);
    if (cookie) given.set("Cookie", cookie);
    if (body !== undefined) {
      given.set("Content-Type", "application/json");
      given.set("Content-Length", String(Buffer.byteLength(body)));
    }
    const request = new Request(`${SITE}/wp-json/${path}`, { method, headers: given, body });
    return throughGateway(request, { ...gateway, ...using });
  }

  /** Creates a confirmed account with the given roles, signs it in, and returns its Cookie header. */
  async function signedIn(roles: string[] = []): Promise<{ cookie: string; email: string }> {
    const { email } = await people.signUp();
    const response = await signIn(
      new Request(`${SITE}/api/session`, {
        method: "POST",
        headers: SAME_SITE,
        body: JSON.stringify({ email, password: PASSWORD }),
      }),
      gateway,
    );
    // Grant the roles after the sign-in, because some roles require a second factor at sign-in.
    const [user] = await bench.db
      .update(users)
      .set({ roles })
      .where(eq(users.email, email))
      .returning();
    if (user) await bench.giveFactor(user);
    return { email, cookie: cookieOf(response) };
  }

  /** Returns the number of requests to a path that the back end received. */
  const asked = (path: string) =>
    passed.filter(({ url }) => url.endsWith(`/wp-json/${path}`)).length;

  return { ...bench, gateway, passed, ask, asked, signedIn };
}

/** Returns the Cookie header that a browser would send after a response. */
export function cookieOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}
