import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useSearchParams } from "next/navigation";
import { afterEach, expect, test, vi } from "vitest";
import { LANGUAGES } from "@/contract/languages";
import { expectAccessible } from "@/tests/support/axe";
import { backEnd, last, PLAN, page, refusal } from "@/tests/support/staff-actions";
import { Whitepaper } from "./whitepaper";

vi.mock("next/navigation", async (original) => ({
  ...(await original<object>()),
  useSearchParams: vi.fn(() => new URLSearchParams("search=fil%C3%B2")),
}));
vi.mock("@/lib/i18n/navigation", () => ({
  useRouter: () => ({ push: vi.fn() }),
  Link: (props: object) => <a {...props} />,
}));
vi.setConfig({ testTimeout: 120_000 });
configure({ asyncUtilTimeout: 15_000 });
afterEach(() => {
  vi.unstubAllGlobals();
});

const ROW = {
  id: "1",
  name: "Ada Riva",
  email: "ada@filo.example",
  company: "Filò",
  role: "CEO",
  newsletter: true,
  language: "it",
  asked_at: "2026-12-05T10:00:00.000Z",
  person: "p",
};
const LIST = { requests: [ROW], total: 1, today: "2026-12-05", next: null, previous: null };

test.each(LANGUAGES)("whitepaper requests are listed and exported (%s)", async (language) => {
  backEnd(() => refusal("not_found", 404), LIST);
  page(<Whitepaper />, language);
  const link = await screen.findByRole("link", { name: "Ada Riva" });
  // Remove React's warning about the element <search>, which jsdom does not know, because any other logged error fails
  // the test.
  const said = vi.mocked(console.error).mock.calls;
  const at = said.findIndex((words) => words[1] === "search");
  if (at >= 0) said.splice(at, 1);
  expect(link.getAttribute("href")).toBe("/dashboard/regia/persone/p");
  expect(screen.getByRole("button", { name: /Esporta|Export/ })).toBeTruthy();
  await expectAccessible(document.body);
});

test("a data request is recorded for an address without an account from its row", async () => {
  const row = { ...ROW, person: null };
  backEnd(() => Response.json({ ...PLAN, count: 1, effects: [], mails: [] }), {
    ...LIST,
    requests: [row],
  });
  page(<Whitepaper />);
  fireEvent.click(await screen.findByRole("button", { name: `Richiesta sui dati, ${row.email}` }));
  const sheet = await screen.findByRole("dialog", { name: "Una richiesta sui dati" });
  fireEvent.change(within(sheet).getByLabelText("Che cosa chiede"), {
    target: { value: "erasure" },
  });
  const asked = { kind: "erasure", received_on: LIST.today, email: row.email };
  await waitFor(() => expect(last()).toEqual(asked));
});

test("the whitepaper list shows that it is empty, or has no match", async () => {
  backEnd(() => refusal("not_found", 404), { ...LIST, requests: [], total: 0 });
  const { unmount } = page(<Whitepaper />);
  expect(await screen.findByText("Nessuna richiesta corrisponde.")).toBeTruthy();
  unmount();
  vi.mocked(useSearchParams).mockReturnValue(new URLSearchParams() as never);
  page(<Whitepaper />);
  expect(await screen.findByText("Nessuno ha ancora chiesto il whitepaper.")).toBeTruthy();
});
