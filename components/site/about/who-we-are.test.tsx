import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { config } from "@/lib/config";
import { MESSAGES, renderWithWords } from "@/tests/support/render";
import { WhoWeAre } from "./who-we-are";

test.each(["it", "en"] as const)(
  "the about page names group, companies and partners, and gives address and phone (%s)",
  (language) => {
    renderWithWords(<WhoWeAre />, language);
    expect(screen.getByRole("heading").textContent).toContain(config.group.name);
    for (const { name } of [...config.group.companies, ...config.partners]) {
      expect(screen.getByText(name)).toBeDefined();
    }
    const { where } = MESSAGES[language].about.who;
    expect(screen.getByText(where).parentElement?.textContent).toContain(config.postalAddress);
    const phone = screen.getByRole("link", { name: config.phone });
    expect(phone.getAttribute("href")).toBe("tel:+390800000100");
  },
);

test("without partners, the about page has no list of partners", () => {
  config.partners.length = 0;
  renderWithWords(<WhoWeAre />, "en");
  expect(screen.queryByText(MESSAGES.en.about.who.partners)).toBeNull();
});
