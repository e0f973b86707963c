import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { renderWithWords } from "@/tests/support/render";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

test.each([
  ["", null],
  ["https://form.agid.test/view/1", "https://form.agid.test/view/1"],
])(
  "the footer links the owner's accessibility declaration only if there is one: %s",
  async (url, href) => {
    vi.stubEnv("ACCESSIBILITY_DECLARATION_URL", url);
    const { LegalLinks } = await import("./legal-links");
    renderWithWords(<LegalLinks locale="it" consent={null} />, "it");
    const link = screen.queryByRole("link", { name: "Dichiarazione di accessibilità" });
    expect(link?.getAttribute("href") ?? null).toBe(href);
    expect(screen.getByRole("link", { name: "Accessibilità" })).toBeTruthy();
  },
);
