import { readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";

const shown = vi.hoisted(() => ({
  item: {} as object | null,
  locale: "it" as "it" | "en",
  framed: false,
  versions: [] as object[],
}));
vi.mock("next-intl/server", async () => {
  const { createTranslator } = await import("next-intl");
  return {
    getLocale: async () => shown.locale,
    getTranslations: async (namespace: string) =>
      createTranslator({
        locale: shown.locale,
        messages: JSON.parse(readFileSync(`messages/${shown.locale}.json`, "utf8")),
        namespace: namespace as never,
        timeZone: "Europe/Rome",
      }),
  };
});
vi.mock("@/lib/content/catalogue", () => ({ itemOf: async () => shown.item }));
vi.mock("@/lib/content/preview/preview", () => ({
  currentPreview: async () => ({ type: "posts", slug: "a", lang: "it", expires: 1_900_000_000 }),
  isFramed: async () => shown.framed,
}));
vi.mock("@/lib/content/preview/other-language", () => ({
  otherVersions: async () => shown.versions,
}));

async function bar(item: object | null, locale: "it" | "en" = "it"): Promise<string> {
  Object.assign(shown, { item, locale });
  vi.resetModules();
  vi.stubEnv("CONTENT_API_URL", "https://wp.example");
  const { PreviewBar } = await import("./preview-bar");
  return renderToStaticMarkup(await PreviewBar());
}

test.each([
  ["draft", "è una bozza", "is a draft"],
  ["pending", "attende l’approvazione", "is waiting for approval"],
  ["private", "è privato", "is private"],
  ["changed", "modifiche non ancora pubblicate", "changes that are not published yet"],
])("the preview bar explains the state %s in both languages", async (status, italian, english) => {
  const item = { id: 7, title: "Uno", locale: "it", status, publishedAt: "2027-04-15T16:00:00Z" };
  expect(await bar(item)).toContain(italian);
  expect(await bar(item, "en")).toContain(english);
  expect(await bar(item)).toContain("https://wp.example/wp-admin/post.php?post=7&amp;action=edit");
});

test("the preview bar names the planned date, and a password", async () => {
  const item = {
    id: 7,
    title: "Uno",
    locale: "it",
    status: "future",
    publishedAt: "2027-04-15T16:00:00Z",
  };
  const html = await bar(item);
  expect(html).toMatch(/Data prevista: <time[^>]*>15\saprile/);
  expect(await bar({ ...item, status: "publish", isProtected: true })).toContain("ha una password");
  expect(await bar(null)).toContain("Non c’è nessun testo");
});

test("the preview bar links to the preview in the other language", async () => {
  const href = "/api/preview?x";
  shown.versions = [{ locale: "en", href }];
  const item = { id: 7, title: "Uno", locale: "it", status: "draft", publishedAt: "" };
  expect(await bar(item)).toContain(`<a href="${href}">Anteprima in inglese</a>`);
  expect(await bar(item, "en")).toContain(`<a href="${href}">Preview in English</a>`);
});

test("beside the text the bar has neither a link to the open editor nor a button that leads out of the frame", async () => {
  shown.framed = true;
  try {
    const html = await bar({ id: 7, title: "Uno", locale: "it", status: "draft", publishedAt: "" });
    expect(html).toContain("è una bozza");
    expect(html).not.toMatch(/wp-admin|<form/);
  } finally {
    shown.framed = false;
  }
});
