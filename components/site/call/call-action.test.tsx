import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderWithWords } from "@/tests/support/render";
import { CallAction } from "./call-action";

const now = vi.hoisted(() => ({ at: "" }));
vi.mock("@/lib/browser/server-clock", () => ({ useProgrammeNow: () => Date.parse(now.at) }));

const EDITION = {
  year: 2026,
  opensAt: "2026-06-30T22:00:00.000Z",
  closesAt: "2026-09-30T22:00:00.000Z",
  awardedAt: "2026-12-10T00:00:00.000Z",
};

test.each([
  ["2026-06-01T00:00:00Z", "Crea intanto il tuo account", "/registration"],
  ["2026-08-01T00:00:00Z", "Candidati", "/registration?next=%2Fdashboard%2Fproject"],
  ["2026-11-01T00:00:00Z", "Avvisami della prossima call", "/registration"],
  ["2026-12-11T00:00:00Z", "Leggi com’è andata", "/storie"],
])("at %s, the main link of the call is %s", (at, words, href) => {
  now.at = at;
  renderWithWords(<CallAction edition={EDITION} />, "it");
  expect(screen.getByRole("link", { name: words }).getAttribute("href")).toBe(href);
});

test("the note about saving an application shows until applications are closed", () => {
  const note = <p>…</p>;
  now.at = "2026-08-01T00:00:00Z";
  const { unmount } = renderWithWords(<CallAction edition={EDITION} note={note} />);
  expect(screen.getByRole("paragraph")).toBeDefined();
  unmount();
  now.at = "2026-11-01T00:00:00Z";
  renderWithWords(<CallAction edition={EDITION} note={note} />);
  expect(screen.queryByRole("paragraph")).toBeNull();
});
