import { createTranslator } from "next-intl";
import { describe, expect, test, vi } from "vitest";
import { LANGUAGES, type Language, loadPerLanguage } from "@/contract/languages";
import { PUBLIC_PAGES } from "../routes/public-pages";
import { pagePicture } from "../routes/social-image";
import { cardOf, pictureTitle } from "./card";

const MESSAGES = await loadPerLanguage(
  async (language) => (await import(`../../messages/${language}.json`)).default,
);

vi.mock("next-intl/server", () => ({
  getTranslations: async ({ locale, namespace }: { locale: Language; namespace: string }) =>
    createTranslator({
      locale,
      messages: MESSAGES[locale] as never,
      namespace: namespace as never,
    }),
}));
// Replace Next's cache with a direct read.
vi.mock("next/cache", () => ({ unstable_cache: (read: unknown) => read }));
vi.mock("../content/edition", () => ({
  getCurrentEdition: async () => ({
    year: 2026,
    opensAt: "2026-06-30T22:00:00.000Z",
    closesAt: "2026-12-31T23:00:00.000Z",
  }),
}));

describe.each(LANGUAGES)("social sharing images in %s", (locale) => {
  const item = (type: "posts" | "events" | "stories", slug: string) =>
    cardOf({ locale, type, slug });

  test("a page's image shows its title, and the call's image the grant and the last day", async () => {
    const call = await cardOf(pagePicture(locale, "/call-for-ideas"));
    expect(call).toEqual({
      title: MESSAGES[locale].call.metaTitle,
      note:
        locale === "it"
          ? "50.000 €, chiude il 31 dicembre 2026"
          : "€50,000, closes on 31 December 2026",
      section: "call",
    });
    expect((await cardOf(pagePicture(locale, "/network")))?.note).toBeUndefined();
  });

  test("the image of a page with a single text shows the title of the text", async () => {
    const title = await pictureTitle(locale, "/accessibilita");
    expect(title).toBe(
      locale === "it" ? "Dichiarazione di accessibilità" : "Accessibility statement",
    );
    expect(await pictureTitle(locale, "/cookie-policy")).not.toBe(title);
  });

  test("an article's image shows its subject, an event's its day, a story's its edition and figure", async () => {
    const article = await item("posts", "due-minuti");
    expect(article).toMatchObject({ section: "magazine", item: { slug: "due-minuti" } });
    expect(article?.note).toBe(article?.item?.tags[0]);
    expect((await item("events", "due-rive"))?.note).toBe(
      locale === "it" ? "15 aprile 2027" : "15 April 2027",
    );
    const story = await item("stories", "lumaca");
    expect(story?.note).toContain(story?.item?.meta.edition);
    expect(story?.note).toContain(story?.item?.meta.figure);
    for (const card of [article, story]) expect(card?.title).toBe(card?.item?.title);
  });

  test("the image of a magazine subject shows its name on the section's cover", async () => {
    const card = await cardOf({ locale, subject: "idee" });
    expect(card?.title).toBe(
      locale === "it" ? "Idee: gli articoli del magazine" : "Ideas: the magazine’s articles",
    );
    expect(card).toMatchObject({ section: "magazine", topic: { slug: "idee" } });
  });

  test("a missing page or item has no image", async () => {
    expect(await item("posts", "mai-scritto")).toBeNull();
    expect(await cardOf({ locale, subject: "mai-scritto" })).toBeNull();
    expect(await cardOf({ locale, page: "dashboard" })).toBeNull();
  });

  test("every public page has an image title, and later pages of a list share the first page's title", async () => {
    for (const { path } of PUBLIC_PAGES)
      expect(await pictureTitle(locale, path), path).toBeTruthy();
    const magazine = await pictureTitle(locale, "/magazine/1");
    for (const path of ["/magazine/2", "/search"])
      expect(await pictureTitle(locale, path), path).toBe(magazine);
  });
});
