import { type IncomingHttpHeaders, request } from "node:http";
import { expect, test } from "../../support/browser/browser";
import { previewLink } from "../../support/content";

const EVIL = "evil.example";

/** Sends a request with another Host header, which a browser cannot do. */
function ask(base: string, path: string, headers: Record<string, string>) {
  type Answer = { status: number; headers: IncomingHttpHeaders; text: string };
  return new Promise<Answer>((resolve, reject) => {
    const sent = request(new URL(path, base), { headers }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (part) => {
        text += part;
      });
      answer.on("end", () => {
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text });
      });
    });
    sent.on("error", reject).end();
  });
}

test("an invented host name causes no redirect and is repeated in no response", async ({
  baseURL,
  path,
  language,
}) => {
  const item = { type: "posts", slug: "due-minuti", lang: language } as const;
  const names: Record<string, string>[] = [
    { Host: EVIL },
    { Host: new URL(String(baseURL)).host, "X-Forwarded-Host": EVIL, "X-Forwarded-Proto": "https" },
    { Host: new URL(String(baseURL)).host, Forwarded: `host=${EVIL};proto=https` },
    { Host: EVIL, "X-Original-URL": `https://${EVIL}/`, "X-Rewrite-URL": `https://${EVIL}/` },
  ];
  for (const headers of names) {
    for (const [address, status] of [
      [path("/"), 200],
      [path("/magazine/due-minuti"), 200],
      [path("/nothing/here"), 404],
      [path("/dashboard"), 307],
      [path("/academy/"), 308],
      ["/it", 301],
      [await previewLink(item), 307],
      ["/api/session/renew?next=/dashboard", 307],
    ] as const) {
      const answer = await ask(String(baseURL), address, headers);
      expect([address, answer.status]).toEqual([address, status]);
      const { location = "" } = answer.headers;
      expect([address, location, location.includes(EVIL)]).toEqual([address, location, false]);
      expect(answer.text.includes(EVIL), address).toBe(false);
    }
  }
  expect((await ask(String(baseURL), path("/"), {})).text).not.toContain(EVIL);
});

test("moved addresses redirect permanently in one step, and others do not", async ({ request }) => {
  const ask = (path: string) => request.get(path, { maxRedirects: 0 });
  for (const path of [
    "/worklife-talk",
    "/workshop",
    "/workshop-governance",
    "/en/worklife-talk",
    "/en/workshop",
    "/en/workshop-governance",
    "/en/workshop-finanziamento",
    "/it",
    "/it/cookie-policy",
    "/tr",
  ]) {
    const plain = await ask(path);
    const target = plain.headers().location ?? "";
    expect([path, plain.status()]).toEqual([path, 301]);
    expect(new URL(target).hostname).toMatch(/\.example\.org$/);
    expect((await ask(`${path}/`)).headers().location).toBe(target);
    expect((await ask(`${path}/?utm_source=x`)).headers().location).toBe(`${target}?utm_source=x`);
  }
  for (const path of ["/workshop-finanziamento", "/en/tr", "/workshop/x", "/tr/x"]) {
    expect([path, (await ask(path)).status()]).toEqual([path, 404]);
  }
});
