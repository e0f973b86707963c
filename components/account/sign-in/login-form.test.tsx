import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { LANGUAGES } from "@/contract/languages";
import { inLanguages } from "@/tests/support/in-languages";
import { renderWithWords } from "@/tests/support/render";
import { LoginForm } from "./login-form";

vi.mock("@/lib/i18n/navigation", () => ({
  Link: ({ children }: { children: string }) => <a href="/">{children}</a>,
}));

const TITLE = inLanguages("Per accedere servono i cookie", "Logging in needs cookies");

test.each(LANGUAGES)(
  "login says that it needs cookies only where they are blocked (%s)",
  (language) => {
    const form = (
      <LoginForm
        {...{ next: "/dashboard", interrupted: false, social: null }}
        {...{ privacyHref: "/p.pdf", contactMail: "ciao@example.org" }}
      />
    );
    const enabled = vi.spyOn(navigator, "cookieEnabled", "get").mockReturnValue(true);
    const { unmount } = renderWithWords(form, language);
    expect(screen.queryByRole("alert")).toBeNull();
    unmount();
    enabled.mockReturnValue(false);
    renderWithWords(form, language);
    expect(screen.getByRole("alert").textContent).toContain(TITLE[language]);
    enabled.mockRestore();
  },
);
