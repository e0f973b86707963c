import { describe, expect, test } from "vitest";
import {
  OTHER_PASSWORD,
  PASSWORD,
  peopleOf,
  registrationWords,
} from "@/tests/support/people/people";
import { testBackend } from "@/tests/support/servers/backend";
import { createBackend } from "../app";
import { openLog } from "./log";

const bench = await testBackend();
const { db, deps, clock, makeUser } = bench;
const lines: string[] = [];
const log = openLog(
  { ...deps.config, LOG_LEVEL: "trace" },
  { write: (line: string) => void lines.push(line) },
);
const backend = createBackend({ ...deps, log });

async function request(path: string, init: RequestInit = {}) {
  lines.length = 0;
  const response = await backend.fetch(
    new Request(`https://slancio.example/wp-json/${path}`, init),
  );
  return { response, entries: lines.map((line) => JSON.parse(line)) };
}

describe("the request log", () => {
  test("the request log has one line per request with id, endpoint, status, duration and user", async () => {
    const { id, token } = await makeUser();
    const headers = { Authorization: `Bearer ${token}`, "X-Request-Id": "trace-0123456789" };
    const { response, entries } = await request("wp/v2/users/me/?lang=en", { headers });
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      request: "trace-0123456789",
      method: "GET",
      endpoint: "getMe",
      status: 200,
      user: id,
      ms: expect.any(Number),
    });
    expect(response.headers.get("x-request-id")).toBe("trace-0123456789");
  });

  test("the log is one JSON object per line, with the time in UTC, for any content", () => {
    lines.length = 0;
    const began = Date.now();
    log.error({ err: new Error("two\nlines"), user: '"\u2028{' }, "and\r\nmore");
    log.info("plain");
    expect(lines.map((line) => line.match(/\n/g)?.length)).toEqual([1, 1]);
    const said = lines.map((line) => JSON.parse(line));
    expect(said.map(({ msg }) => msg)).toEqual(["and\r\nmore", "plain"]);
    for (const { time } of said) {
      expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(Date.parse(time) - began).toBeGreaterThanOrEqual(0);
      expect(Date.parse(time)).toBeLessThanOrEqual(Date.now());
    }
  });

  test("the request log has each attempt to sign in, for each method and result", async () => {
    const { email } = await peopleOf(bench).signUp();
    const pair = { email, password: PASSWORD };
    const code = { challenge: "x".repeat(43), code: "123456" };
    const social = { provider: "google", access_token: "{}" };
    const response = { clientDataJSON: "e30", authenticatorData: "AA", signature: "AA" };
    const passkey = { id: "AA", rawId: "AA", type: "public-key", response };
    const attempts: [path: string, body: object, endpoint: string, status: number][] = [
      ["login", pair, "login", 200],
      ["login", { ...pair, password: OTHER_PASSWORD }, "login", 401],
      ["login/second-factor", code, "secondFactorLogin", 403],
      ["passkeys/login", { passkey }, "passkeyLogin", 422],
      ["login/invitation", { token: "x", password: PASSWORD }, "enterByInvitation", 410],
      ["sso/", social, "sso", 503],
    ];
    for (const [path, body, endpoint, status] of attempts) {
      const init = { method: "POST", body: JSON.stringify(body) };
      const headers = { "X-Forwarded-For": "203.0.113.9" };
      const { entries } = await request(`wp/v2/users/${path}`, { ...init, headers });
      const line = entries.find(({ msg }) => msg === "request");
      expect(line).toMatchObject({
        endpoint,
        status,
        from: expect.stringMatching(/^[0-9a-f]{12}$/),
      });
    }
  });

  test.each(["short", "with space in it", `x${"y".repeat(100)}`, "<script>alert</script>"])(
    "an invalid request id is replaced: %s",
    async (given) => {
      const { entries } = await request("", { headers: { "X-Request-Id": given } });
      expect(entries[0].request).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  test("requests from one address share a pseudonym for a day, which does not contain the address", async () => {
    const from = async (address: string) =>
      (await request("", { headers: { "X-Forwarded-For": address } })).entries[0].from;
    const before = clock.now;
    const one = await from("203.0.113.77");
    expect(one).toMatch(/^[0-9a-f]{12}$/);
    expect(await from("6.6.6.6, 203.0.113.77")).toBe(one);
    expect(await from("203.0.113.78")).not.toBe(one);
    clock.now = new Date(before.getTime() + 86_400_000);
    expect(await from("203.0.113.77")).not.toBe(one);
    clock.now = before;
    expect((await request("")).entries[0].from).toBeUndefined();
  });

  test("a failed response has the request's id, and its log line has the status", async () => {
    const { response, entries } = await request("wp/v2/nothing");
    expect(entries[0]).toMatchObject({ status: 404, endpoint: "none" });
    expect(response.headers.get("x-request-id")).toBe(entries[0].request);
  });

  test("the log contains no password, token or address of an account in its whole lifetime", async () => {
    const people = peopleOf(bench);
    const person = registrationWords({ first_name: "Canarina", last_name: "Segreta" });
    const { email } = person;
    const secrets: string[] = [email, PASSWORD, OTHER_PASSWORD, "Canarina", "Segreta", "argon2"];
    let all = "";
    const asked = async (method: string, path: string, body?: object, token = "") => {
      const { response } = await request(`wp/v2/${path}`, {
        method,
        headers: { Authorization: `Bearer ${token || "canary-bearer"}`, Cookie: "access=canary" },
        ...(body && { body: JSON.stringify(body) }),
      });
      all += lines.join("");
      return response;
    };
    const mailed = async () => {
      const token = await people.tokenFor(email);
      secrets.push(token);
      return token;
    };
    const signedIn = async (password: string) => {
      const { access_token, refresh_token } = await (
        await asked("POST", "users/login", { email, password })
      ).json();
      secrets.push(access_token, refresh_token);
      return { token: access_token as string, refresh_token: refresh_token as string };
    };

    await asked("POST", "users/register", person);
    await asked("POST", "users/confirm/resend", { email });
    await asked("POST", "users/confirm", { token: await mailed() });
    await asked("POST", "users/login", { email, password: OTHER_PASSWORD });
    const { refresh_token } = await signedIn(PASSWORD);
    const renewed = await (await asked("POST", "users/login/refresh", { refresh_token })).json();
    secrets.push(renewed.access_token, renewed.refresh_token);
    await asked("POST", "users/password-recovery", { email });
    const reset = { token: await mailed(), password: OTHER_PASSWORD };
    expect((await asked("POST", "users/password-reset", reset)).status).toBe(204);
    await asked("POST", "users/password-reset", reset);
    const { token } = await signedIn(OTHER_PASSWORD);
    const change = { current_password: OTHER_PASSWORD, password: PASSWORD };
    expect((await asked("POST", "users/me/password", change, token)).status).toBe(204);
    await (await asked("GET", "users/me/export", undefined, token)).arrayBuffer();
    await asked("POST", "users/me/", { first_name: "Canarina" }, token);
    const gone = await asked("DELETE", "users/me/", { password: PASSWORD }, token);
    expect(gone.status).toBe(204);

    expect(all.split("\n").length).toBeGreaterThan(13);
    expect(secrets.every((secret) => secret.length > 5)).toBe(true);
    for (const secret of [...secrets, "canary"]) expect(all).not.toContain(secret);
  });

  test("a failed query is logged without its parameters", async () => {
    const broken = createBackend({
      ...deps,
      log,
      db: Object.create(db, {
        transaction: {
          value: () => db.execute("select 1 / 0"),
        },
      }),
    });
    lines.length = 0;
    const response = await broken.fetch(
      new Request("https://slancio.example/wp-json/wp/v2/users/register", {
        method: "POST",
        body: JSON.stringify(registrationWords()),
      }),
    );
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toBe("5");
    const error = lines.map((line) => JSON.parse(line)).find(({ level }) => level === 50);
    expect(error.err).toMatchObject({ message: "division by zero", code: "22012" });
    expect(lines.join("")).not.toContain(PASSWORD);
  });
});
