import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LANGUAGES } from "@/contract/languages";
import { CHECKS, type Check } from "@/contract/staff/checks";
import { expectAccessible } from "@/tests/support/axe";
import { renderWithWords } from "@/tests/support/render";
import { EVERY } from "../shell/use-service-status";
import { StatusBanner } from "./status-banner";

let pathname = "/dashboard/regia/candidature";
vi.mock("@/lib/i18n/navigation", () => ({ Link: "a", usePathname: () => pathname }));

const AT = "2026-12-31T21:08:00.000Z";
const stands = (check: Check, count = 1) => ({
  ...{ check, word: CHECKS[check], count, known: true, measure: null, says: null },
  ...{ normal: null, readings: null },
  since: "2026-12-31T20:04:00.000Z",
});
let checks: ReturnType<typeof stands>[] = [];

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.stubGlobal("fetch", async () => Response.json({ at: AT, checks }));
  pathname = "/dashboard/regia/candidature";
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function show(language: (typeof LANGUAGES)[number]) {
  return renderWithWords(
    <QueryClientProvider client={new QueryClient()}>
      <StatusBanner />
    </QueryClientProvider>,
    language,
  );
}

test.each(LANGUAGES)(
  "a service problem shows on every page until it ends (%s)",
  async (language) => {
    checks = [stands("mails_stuck", 37), stands("backup_old")];
    const { container } = show(language);
    await screen.findByText(/37/);
    expect(screen.getByRole("link").getAttribute("href")).toContain("/dashboard/regia");
    await expectAccessible(container);
    checks = [];
    await act(() => vi.advanceTimersByTimeAsync(EVERY));
    await screen.findByText(/22:08/);
    expect(screen.queryByRole("link")).toBeNull();
  },
);

test("the Today page shows service problems itself, and without a problem there is no strip", async () => {
  checks = [stands("disk_low")];
  pathname = "/dashboard/regia";
  const { container, unmount } = show("it");
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(container.textContent).toBe("");
  unmount();
  pathname = "/dashboard/regia/registro";
  checks = [];
  const calm = show("it");
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(calm.container.textContent).toBe("");
});
