import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { renderWithWords } from "@/tests/support/render";
import { ErrorPage } from "./error-page";

// The Link of Next.js needs a router, so a plain link replaces it. This test checks only the link's target.
vi.mock("next/link", () => ({
  default: ({ href, children }: { href: string; children: unknown }) => (
    <a href={href}>{children as string}</a>
  ),
}));

beforeEach(() => void vi.mocked(console.error).mockImplementation(() => {}));

/** Expects that the page has logged the error, and clears the log. */
function expectLogged(error: unknown) {
  expect(console.error).toHaveBeenCalledExactlyOnceWith(error);
  vi.mocked(console.error).mockClear();
}

test("the error page shows the error's status and message, and its links", async () => {
  const retry = vi.fn();
  const error = Object.assign(new Error("tutto pieno"), { status: 503 });
  renderWithWords(<ErrorPage error={error} retry={retry} />);
  expect(await screen.findByText("Errore 503: tutto pieno")).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Riprova" }));
  expect(retry).toHaveBeenCalledOnce();
  expect(screen.getByRole("link", { name: "Torna alla home" }).getAttribute("href")).toBe("/");
  expectLogged(error);
});

test("the status is 500 if the error has none", async () => {
  const error = { digest: "12345" };
  renderWithWords(<ErrorPage error={error} retry={() => {}} />, "en");
  expect(await screen.findByText("Error 500: internal error 12345")).toBeDefined();
  expect(screen.getByRole("link", { name: "Back to the home page" }).getAttribute("href")).toBe(
    "/en",
  );
  expectLogged(error);
});
