import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** Loads the module with the redirects under a different configuration. */
async function tableWith(env: Record<string, string> = {}) {
  vi.resetModules();
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  return (await import("./redirects")).movedTo;
}

/** The complete list of paths that redirect to other sites. Rule: site.redirects. */
const MOVED = [
  "/worklife-talk",
  "/en/worklife-talk",
  "/workshop",
  "/en/workshop",
  "/workshop-governance",
  "/en/workshop-governance",
  "/en/workshop-finanziamento",
  "/it",
  "/it/cookie-policy",
  "/tr",
];

test.each(MOVED)("%s leads out of this site, with and without slash and query", async (path) => {
  const movedTo = await tableWith({ SITE_URL: "https://slancio.example" });
  const target = movedTo(path, "");
  expect(new URL(target ?? "").host).not.toBe("slancio.example");
  expect(movedTo(`${path}/`, "")).toBe(target);
  const asked = new URL(movedTo(`${path}/`, "?utm_source=a%26b&utm_source=c") ?? "");
  expect(asked.searchParams.getAll("utm_source")).toEqual(["a&b", "c"]);
  expect(asked.origin + asked.pathname).toBe(target);
});

test.each([
  "/workshop-finanziamento",
  "/en/it",
  "/en/tr",
  "/it/academy",
  "/tr/cookie-policy",
  "/IT",
  "/constructor",
  "/__proto__",
  "/it/cookie-policy/x",
])("%s is not redirected", async (path) => {
  expect((await tableWith())(path, "")).toBeNull();
});

test("nothing in a request chooses the host", async () => {
  const movedTo = await tableWith();
  for (const search of [
    "?next=//evil.example",
    "?url=https://evil.example",
    "?//evil.example",
    "?@evil.example",
  ]) {
    expect(new URL(movedTo("/workshop", search) ?? "").host).toBe("landing.example.org");
  }
});

test("every redirect target comes from the configuration", async () => {
  const movedTo = await tableWith({
    WORKLIFE_TALK_URL: "https://l.example/talk?lang={locale}",
    WORKSHOP_URL: "https://l.example/{locale}/w",
    WORKSHOP_GOVERNANCE_URL: "https://l.example/{locale}/g",
    WORKSHOP_FINANCING_URL: "https://l.example/f",
    MAIN_SITE_URL: "https://m.example/",
    TURKISH_SITE_URL: "https://t.example/",
  });
  expect(MOVED.map((path) => movedTo(path, path === "/worklife-talk" ? "?a=1" : ""))).toEqual([
    "https://l.example/talk?lang=it&a=1",
    "https://l.example/talk?lang=en",
    "https://l.example/it/w",
    "https://l.example/en/w",
    "https://l.example/it/g",
    "https://l.example/en/g",
    "https://l.example/f",
    "https://m.example/",
    "https://m.example/cookie-policy",
    "https://t.example/",
  ]);
});

test("a target that is itself an old URL is ignored: no redirect loop", async () => {
  const movedTo = await tableWith({
    SITE_URL: "https://slancio.example",
    WORKSHOP_URL: "https://slancio.example/workshop/",
    WORKSHOP_GOVERNANCE_URL: "https://slancio.example/workshop",
    MAIN_SITE_URL: "https://slancio.example",
  });
  expect(movedTo("/workshop", "")).toBeNull();
  expect(movedTo("/workshop-governance", "")).toBeNull();
  expect(movedTo("/it", "")).toBe("https://slancio.example/");
});
