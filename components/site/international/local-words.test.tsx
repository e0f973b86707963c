import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { LocalWords } from "./local-words";

test.each([
  ["fr", "Français", "ltr", "10.000 euros"],
  ["ar", "العربية", "rtl", "10.000 يورو"],
  ["tr", "Türkçe", "ltr", "Kadıköy"],
] as const)(
  "the paragraph in %s has its language, its direction and the address",
  (language, name, dir, words) => {
    render(<LocalWords language={language} address="casablanca@slancio.test" />);
    const part = screen.getByRole("heading", { name }).parentElement;
    expect([part?.lang, part?.dir]).toEqual([language, dir]);
    expect(part?.textContent).toContain(words);
    expect(part?.textContent).not.toContain("{");
    const link = screen.getByRole("link", { name: "casablanca@slancio.test" });
    expect(link.getAttribute("href")).toBe("mailto:casablanca@slancio.test");
  },
);
