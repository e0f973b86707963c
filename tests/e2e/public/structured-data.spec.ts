import { expect, test } from "../../support/browser/browser";

const KINDS: Record<string, string[]> = {
  "/": ["Organization", "WebSite"],
  "/call-for-ideas": ["Event", "FAQPage"],
  "/magazine/due-minuti": ["Article", "BreadcrumbList"],
  "/storie/lumaca": ["Article", "BreadcrumbList"],
  "/evento/due-rive": ["Event", "BreadcrumbList"],
  "/evento/governance-per-chi-comincia": ["Event", "BreadcrumbList"],
  "/corso/governare-in-pochi": ["Course", "BreadcrumbList"],
  "/academy/un-idea-non-basta": ["LearningResource", "BreadcrumbList"],
};
/** The properties that search engines require of each type. */
const ASKED: Record<string, string[]> = {
  Organization: ["name", "url", "logo", "email"],
  WebSite: ["name", "url", "inLanguage", "potentialAction.target.urlTemplate"],
  FAQPage: ["mainEntity.0.name", "mainEntity.0.acceptedAnswer.text"],
  Article: [
    "headline",
    "image",
    "datePublished",
    "dateModified",
    "author.name",
    "publisher.name",
    "inLanguage",
    "url",
  ],
  Event: [
    "name",
    "startDate",
    "endDate",
    "location",
    "eventAttendanceMode",
    "eventStatus",
    "image",
    "organizer.name",
    "url",
  ],
  Course: ["name", "description", "provider.name", "inLanguage", "url"],
  LearningResource: ["name", "description", "provider.name", "inLanguage", "url", "timeRequired"],
  BreadcrumbList: [
    "itemListElement.0.position",
    "itemListElement.1.name",
    "itemListElement.1.item",
  ],
};

test("each page has parseable and complete structured data", async ({ page, path, language }) => {
  for (const [route, kinds] of Object.entries(KINDS)) {
    await page.goto(path(route));
    const texts = await page.locator('script[type="application/ld+json"]').allTextContents();
    const data = texts.map((text): Record<string, unknown> => JSON.parse(text));
    expect(
      data.map((one) => one["@type"]),
      route,
    ).toEqual(kinds);
    for (const one of data) {
      expect(one["@context"]).toBe("https://schema.org");
      const at = (key: string) =>
        key
          .split(".")
          .reduce<unknown>(
            (value, part) => (value as Record<string, unknown> | undefined)?.[part],
            one,
          );
      for (const key of ASKED[String(one["@type"])] ?? [])
        expect(at(key), `${route}: ${key}`).toBeTruthy();
      if (route === "/call-for-ideas" && one["@type"] === "Event") {
        const after = one.subEvent as Record<string, unknown>[];
        expect(after).toHaveLength(2);
        for (const event of after)
          for (const key of ["name", "startDate", "endDate", "location", "eventStatus", "url"])
            expect(event[key], `${route}: ${key}`).toBeTruthy();
      }
      if ("inLanguage" in one) expect(one.inLanguage).toBe(language);
      if (typeof one.url === "string" && one["@type"] !== "Organization") {
        expect(new URL(one.url).pathname, route).toBe(path(route));
      }
    }
  }
});
