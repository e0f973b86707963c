import { describe, expect, test } from "vitest";
import { IMPERSONATION_MINUTES } from "@/contract/limits";
import { fullDraft } from "@/tests/support/people/project";
import { cookieOf, SITE, testGateway } from "@/tests/support/servers/gateway";
import { isOver, readImpersonation, withoutImpersonation } from "./impersonation";
import { renew } from "./renew";
import { beginImpersonation, stopImpersonation } from "./see-as";
import { signIn, signOut } from "./sign-in";

const bench = await testGateway();
const { ask, asked, api, clock, gateway, makeEdition, makeUser, passed, signedIn } = bench;
await makeEdition();
const marco = await makeUser({ firstName: "Marco", lastName: "Bassani" });
await api("POST", "wp/v2/project", { token: marco.token, body: fullDraft({ nome: "Meridiana" }) });
const { token } = await makeUser({ roles: ["auditor"] });
const { json: list } = await api("GET", "wp/v2/staff/applications", { token });
const [project] = list.applications;
const ME = "wp/v2/users/me/";
const LIST = "/en/dashboard/regia/candidature?search=marco";
const OWN = { "Sec-Fetch-Site": "same-origin" };

const looker = () => signedIn(["staff"]);
const begin = (cookie: string, more: object = {}, headers: Record<string, string> = OWN) => {
  const body = { application: project?.id, reason: "Non trova il video", back: LIST, ...more };
  const init = {
    method: "POST",
    headers: { ...headers, Cookie: cookie },
    body: JSON.stringify(body),
  };
  return beginImpersonation(new Request(`${SITE}/api/session/seeing`, init), gateway);
};
const stop = (cookie: string, headers: Record<string, string> = OWN) =>
  stopImpersonation(
    new Request(`${SITE}/api/session/seeing/stop`, {
      method: "POST",
      headers: { ...headers, Cookie: cookie },
    }),
    gateway,
  );
/** Signs in a staff member, starts an impersonation, and returns the browser's cookies. */
async function looking() {
  const { cookie, email } = await looker();
  const began = await begin(cookie);
  expect(began.status).toBe(204);
  return { own: cookie, cookie: `${cookie}; ${cookieOf(began)}`, email, began };
}
const emailOf = async (response: Response) => (await response.json()).email;
/** Runs work at a time after the impersonation has expired. */
async function after<T>(work: () => Promise<T>): Promise<T> {
  const start = clock.now;
  clock.now = new Date(start.getTime() + IMPERSONATION_MINUTES * 60_000);
  try {
    return await work();
  } finally {
    clock.now = start;
  }
}

describe("impersonation", () => {
  test("impersonation begins with an httpOnly cookie beside the session's, and a readable hint", async () => {
    const { began } = await looking();
    const [kept, hint, ...rest] = began.headers.getSetCookie();
    expect(kept).toMatch(
      /^__Host-seeing=[\w-]+; Path=\/; Max-Age=\d+; SameSite=Lax; HttpOnly; Secure$/,
    );
    expect(hint).toMatch(/^seeing_as=1; Path=\/; Max-Age=\d+; SameSite=Lax; Secure$/);
    expect(rest).toEqual([]);
    expect(began.headers.get("cache-control")).toBe("private, no-store");
    expect(await began.text()).toBe("");
    expect(readImpersonation(kept ?? "", true)).toMatchObject({
      name: "Marco Bassani",
      back: LIST,
    });
  });

  test("impersonation shows the applicant's private area, and staff calls and pages keep the staff account", async () => {
    const { cookie, email } = await looking();
    expect(await emailOf(await ask("GET", ME, { cookie }))).toBe(marco.email);
    const from = (page: string) => ({ ...OWN, Referer: `${SITE}${page}` });
    const asFrom = async (page: string) =>
      emailOf(await ask("GET", ME, { cookie, headers: from(page) }));
    expect(await asFrom("/dashboard/project/documents")).toBe(marco.email);
    expect(await asFrom("/dashboard/regiaX")).toBe(marco.email);
    expect(await asFrom(LIST)).toBe(email);
    expect((await ask("GET", "wp/v2/staff/applications", { cookie })).status).toBe(200);
    const odd = await ask("GET", "wp/v2/staff%2f..%2fusers/me/", { cookie });
    expect(odd.status).not.toBe(200);
  });

  test("the gateway rejects writes during impersonation without calling the back end", async () => {
    const { cookie } = await looking();
    const before = passed.length;
    for (const path of [ME, "wp/v2/project", "wp/v2/project/send"]) {
      const response = await ask("POST", path, { cookie, body: "{}" });
      expect([response.status, (await response.json()).code]).toEqual([403, "seeing_only"]);
    }
    expect(passed.length).toBe(before);
  });

  test("impersonation is not renewed, and calls after its expiry never use the staff account", async () => {
    const { cookie } = await looking();
    await after(async () => {
      const before = asked("wp/v2/users/login/refresh");
      for (const method of ["GET", "POST"] as const) {
        const response = await ask(method, ME, {
          cookie,
          ...(method === "POST" && { body: "{}" }),
        });
        expect(response.status).toBe(403);
        expect((await response.json()).code).toBe(method === "GET" ? "seeing_over" : "seeing_only");
        expect(response.headers.getSetCookie()).toEqual([]);
      }
      expect(asked("wp/v2/users/login/refresh")).toBe(before);
    });
  });

  test("an impersonation that the back end has ended is expired, and the next page shows it", async () => {
    const { cookie } = await looking();
    await ask("DELETE", "wp/v2/staff/see-as", { cookie });
    const refused = await ask("GET", ME, { cookie });
    expect([refused.status, (await refused.json()).code]).toEqual([403, "seeing_over"]);
    const renewing = (search: string) =>
      renew(
        new Request(`${SITE}/api/session/renew?next=/dashboard${search}`, {
          headers: { Cookie: cookie },
        }),
        gateway,
      );
    expect(cookieOf(await renewing(""))).not.toContain("seeing");
    const look = readImpersonation(cookieOf(await renewing("&look_refused=1")), true);
    expect(look && isOver(look, clock.now.getTime())).toBe(true);
  });

  test("stopping an impersonation leads back to its starting page and restores the staff account", async () => {
    const { own, cookie, email } = await looking();
    const stopped = await stop(cookie);
    expect([stopped.status, stopped.headers.get("location")]).toEqual([303, LIST]);
    expect(cookieOf(stopped)).toBe("__Host-seeing=; seeing_as=");
    expect(await emailOf(await ask("GET", ME, { cookie: own }))).toBe(email);
    expect((await ask("GET", ME, { cookie })).status).toBe(403);
    const odd = await stop("__Host-seeing=x");
    expect([odd.status, odd.headers.get("location")]).toEqual([303, "/dashboard/regia"]);
  });

  test("stopping an impersonation leads only to the staff area", async () => {
    const { cookie } = await looker();
    for (const back of [
      "https://evil.example",
      "//evil.example",
      "/dashboard",
      "/dashboard/regia/../project",
    ]) {
      const began = await begin(cookie, { back });
      expect(readImpersonation(cookieOf(began), true)?.back).toBe("/dashboard/regia");
    }
  });

  test("impersonation ends at sign-out and when another session opens", async () => {
    const { cookie } = await looking();
    const request = (method: string, body?: string) =>
      new Request(`${SITE}/api/session`, { method, headers: { ...OWN, Cookie: cookie }, body });
    expect(cookieOf(await signOut(request("DELETE"), gateway))).toContain("__Host-seeing=;");
    const wrong = await signIn(
      request("POST", '{"email":"a@example.org","password":"x"}'),
      gateway,
    );
    expect(wrong.headers.getSetCookie()).toEqual([]);
  });

  test("the impersonation cookie is removed from requests for staff pages", async () => {
    const { own, cookie } = await looking();
    expect(withoutImpersonation(cookie, true)).toBe(`${own}; seeing_as=1`);
  });
});

describe("rejected impersonation", () => {
  test.each([[{ "Sec-Fetch-Site": "cross-site" }], [{ Origin: "https://evil.example" }], [{}]])(
    "another site cannot start an impersonation: %j",
    async (headers) => {
      const { cookie } = await looker();
      for (const response of [await begin(cookie, {}, headers), await stop(cookie, headers)]) {
        expect([response.status, response.headers.getSetCookie()]).toEqual([403, []]);
      }
    },
  );

  test("impersonation needs a session, a role, a reason, and an existing application", async () => {
    const codeOf = async (response: Response) => {
      expect(response.headers.getSetCookie().join()).not.toContain("seeing");
      return (await response.json()).code;
    };
    const { cookie } = await looker();
    expect(await codeOf(await begin("a=b"))).toBe("not_authenticated");
    expect(await codeOf(await begin((await signedIn()).cookie))).toBe("not_found");
    expect(await codeOf(await begin(cookie, { reason: " " }))).toBe("invalid_fields");
    expect(await codeOf(await begin(cookie, { application: "../acts" }))).toBe("not_found");
    expect(await codeOf(await begin(cookie, { application: 1 }))).toBe("not_json");
  });
});
