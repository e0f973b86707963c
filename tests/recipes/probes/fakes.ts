import { createTranslator } from "next-intl";
import { vi } from "vitest";
import type { Language } from "@/contract/languages";

/* Replaces Next's request cache, because a probe reads pages and content outside a request. */

vi.mock("next/cache", () => {
  const kept = new Map<string, unknown>();
  return {
    unstable_cache: (read: () => unknown, key: string[]) => () => {
      const name = key.join(" ");
      if (!kept.has(name)) kept.set(name, read());
      return kept.get(name);
    },
  };
});
vi.mock("next/headers", () => ({ draftMode: async () => ({ isEnabled: false }) }));
vi.mock("next-intl/server", () => ({
  getLocale: async () => "it",
  getTranslations: async (asked: string | { locale: Language; namespace: string }) => {
    const { locale, namespace } =
      typeof asked === "string" ? { locale: "it" as const, namespace: asked } : asked;
    const messages = (await import(`@/messages/${locale}.json`)).default;
    return createTranslator({ locale, messages, namespace: namespace as never });
  },
}));
