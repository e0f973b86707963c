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

test.each(["", "https://social.test/slancio"])(
  "both footers link to a social network only if its address is configured: %s",
  async (url) => {
    vi.stubEnv("SOCIAL_LINKEDIN_URL", url);
    const { Footer } = await import("./footer");
    const { LegalLinks } = await import("./legal-links");
    for (const footer of [
      <Footer key="public" consent={null} />,
      <LegalLinks key="private" locale="it" consent={null} alone />,
    ]) {
      const { container, unmount } = renderWithWords(footer, "it");
      const links = [...container.querySelectorAll("a[rel=noreferrer]")];
      expect(links.map((link) => link.getAttribute("href"))).toEqual(url ? [url] : []);
      expect(screen.queryByRole("heading", { name: "Seguici" }) !== null).toBe(
        url !== "" && footer.key === "public",
      );
      unmount();
    }
  },
);
