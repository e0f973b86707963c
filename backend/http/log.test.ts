import { describe, expect, test } from "vitest";
import { testBackend } from "@/tests/support/backend";
import { PASSWORD, peopleOf, registrationWords } from "@/tests/support/people";
import { createBackend } from "../app";
import { openLog } from "./log";

const bench = await testBackend();
const { db, deps, makeUser } = bench;
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

function post(path: string, body: object, headers: Record<string, string> = {}) {
  return request(path, { method: "POST", body: JSON.stringify(body), headers });
}

describe("the request log", () => {
  test("has one line per request: id, endpoint, status, duration and who", async () => {
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

  test.each(["short", "with space in it", `x${"y".repeat(100)}`, "<script>alert</script>"])(
    "an id that does not look like one is replaced: %s",
    async (given) => {
      const { entries } = await request("", { headers: { "X-Request-Id": given } });
      expect(entries[0].request).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  test("a failed answer carries its id too, and its line the status", async () => {
    const { response, entries } = await request("wp/v2/nothing");
    expect(entries[0]).toMatchObject({ status: 404, endpoint: "none" });
    expect(response.headers.get("x-request-id")).toBe(entries[0].request);
  });

  test("holds no password, no token, no address", async () => {
    const person = registrationWords();
    await post("wp/v2/users/register", person);
    let all = lines.join("");
    const token = await peopleOf(bench).tokenFor(person.email);
    for (const [path, body] of [
      ["users/confirm", { token }],
      ["users/login", { email: person.email, password: PASSWORD }],
      ["users/login/refresh", { refresh_token: "canary-refresh" }],
    ] as const) {
      await post(`wp/v2/${path}`, body, { Authorization: "Bearer canary-bearer" });
      all += lines.join("");
    }
    for (const secret of [person.email, PASSWORD, token, "canary", "argon2"]) {
      expect(all).not.toContain(secret);
    }
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
