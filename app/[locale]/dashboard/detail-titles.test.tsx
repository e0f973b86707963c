import { createTranslator } from "next-intl";
import { beforeEach, expect, test, vi } from "vitest";
import { LANGUAGES, type Language } from "@/contract/languages";
import { MESSAGES } from "@/tests/support/render";

const page = vi.hoisted(() => ({ language: "it" as Language, found: null as object | null }));
vi.mock("next-intl/server", () => ({
  getLocale: async () => page.language,
  getTranslations: async (namespace: string) =>
    createTranslator({
      locale: page.language,
      messages: MESSAGES[page.language],
      namespace: namespace as never,
    }),
}));
vi.mock("@/lib/api/server", () => ({ knownOrNotFound: async () => page.found, onlyFor: () => {} }));

beforeEach(() => {
  page.found = null;
});

type Page = {
  generateMetadata: (props: { params: Promise<never> }) => Promise<{ title?: unknown }>;
};
const PAGES: Record<string, { load: () => Promise<Page>; id: unknown; found: object }> = {
  application: {
    load: () => import("./regia/candidature/[id]/page") as unknown as Promise<Page>,
    id: "a",
    found: { name: "Balia" },
  },
  person: {
    load: () => import("./regia/persone/[id]/page") as unknown as Promise<Page>,
    id: "a",
    found: { name: "Balia" },
  },
  letter: {
    load: () => import("./regia/email/lettere/[id]/page") as unknown as Promise<Page>,
    id: "a",
    found: { subjects: LANGUAGES.map((language) => ({ language, subject: `Balia ${language}` })) },
  },
  project: {
    load: () => import("./evaluation/[[...id]]/page") as unknown as Promise<Page>,
    id: ["a"],
    found: { project: { nome: "Balia" } },
  },
};

test.each(
  LANGUAGES.flatMap((language) => Object.keys(PAGES).map((name) => [language, name] as const)),
)("the title of a detail page names its object (%s, %s)", async (language, name) => {
  const { load, id, found } = PAGES[name] as (typeof PAGES)[string];
  page.language = language;
  const { generateMetadata } = await load();
  const titleOf = async (some: object | null) => {
    page.found = some;
    return (await generateMetadata({ params: Promise.resolve({ id } as never) })).title;
  };
  const named = await titleOf(found);
  expect(named).toMatch(name === "letter" ? new RegExp(`^Balia ${language}, `) : /^Balia, /);
  // If the item could not be loaded, for example during an outage, the page title contains only the kind of item.
  expect(await titleOf(null)).not.toMatch(/Balia|\{/);
});
