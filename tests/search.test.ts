import { createTranslator } from "next-intl";
import { describe, expect, test, vi } from "vitest";
import { openLibrary } from "@/backend/content/library";
import type { ContentType } from "@/contract/content/content-types";
import type { Language } from "@/contract/languages";
import { searchSite } from "@/lib/api/content/search";
import { MESSAGES } from "./support/render";

/** The content as it lies in its files: what is searched, without a server between. */
const library = openLibrary("content");
const itemsOf = vi.hoisted(() => ({ read: (_type: string, _language: string): never[] => [] }));
itemsOf.read = ((type: ContentType, language: Language) =>
  library(type, language).map(({ item }) => ({
    slug: item.slug,
    locale: language,
    title: item.title.rendered,
    excerpt: item.excerpt?.rendered ?? "",
    html: item.content?.rendered ?? "",
    publishedAt: item.date_gmt,
    author: "",
    tags: [],
    meta: {},
  }))) as unknown as typeof itemsOf.read;

vi.mock("next-intl/server", () => ({
  getTranslations: async ({ locale, namespace }: { locale: Language; namespace: string }) =>
    createTranslator({
      locale,
      messages: MESSAGES[locale] as never,
      namespace: namespace as never,
    }),
}));
vi.mock("@/lib/api/content/catalogue", () => ({
  catalogueOf: async (type: string, language: string) => itemsOf.read(type, language),
  itemOf: async () => null,
}));
vi.mock("@/lib/api/content/content", () => ({
  readOne: async (type: string, slug: string, language: string) =>
    itemsOf.read(type, language).find((item: { slug: string }) => item.slug === slug) ?? null,
}));
vi.mock("@/lib/api/content/slugs-with", () => ({ slugsWith: async () => [] }));

describe.each(["it", "en"] as const)("the questions of the call (%s)", (language) => {
  test("are found together by their usual name, before what only speaks of questions", async () => {
    const { results } = await searchSite("FAQ", language);
    expect(results[0]?.path).toBe("/call-for-ideas#faq");
    expect(results.length).toBeGreaterThan(1);
  });

  test("are found one by one by what they say", async () => {
    const { results } = await searchSite("CEO", language);
    expect(results.some(({ kind }) => kind === "question")).toBe(true);
    expect(results.every(({ path }) => path !== "/call-for-ideas#faq")).toBe(true);
  });
});
