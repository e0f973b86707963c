import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useSearchParams } from "next/navigation";
import { afterEach, describe, expect, test, vi } from "vitest";
import { LANGUAGES } from "@/contract/languages";
import { expectAccessible } from "@/tests/support/axe";
import { backEnd, page, refusal } from "@/tests/support/staff-actions";
import { LEFT, ROW } from "@/tests/support/staff-people";
import { People } from "./people";

const push = vi.fn();
vi.mock("next/navigation", async (original) => ({
  ...(await original<object>()),
  useSearchParams: vi.fn(() => new URLSearchParams()),
}));
vi.mock("@/lib/i18n/navigation", () => ({
  useRouter: () => ({ push }),
  Link: (props: object) => <a {...props} />,
}));

// Allow more time per test, because tests that render whole pages take several seconds on a busy machine.
vi.setConfig({ testTimeout: 120_000 });
configure({ asyncUtilTimeout: 15_000 });
afterEach(() => {
  vi.unstubAllGlobals();
  vi.mocked(useSearchParams).mockReturnValue(new URLSearchParams() as never);
});

/** Removes React's warning about the element <search>, which jsdom does not know. */
function forgiveSearch() {
  const said = vi.mocked(console.error).mock.calls;
  const at = said.findIndex((words) => words[1] === "search");
  if (at >= 0) said.splice(at, 1);
}

const LIST = {
  people: [ROW, LEFT],
  total: 2,
  counts: {
    all: 312,
    states: { active: 300, unconfirmed: 11, deactivated: 1 },
    roles: { evaluator: 12, staff: 2, director: 1, auditor: 1 },
    erasures: { near: 0, proposed: 0 },
    requests: { open: 1, due: 0 },
    applications: { none: 4 },
  },
  next: null,
  previous: null,
};

describe("the list of people", () => {
  test.each(LANGUAGES)(
    "the list of people shows all people and is accessible (%s)",
    async (language) => {
      backEnd(() => refusal("not_found", 404), LIST);
      page(<People />, language);
      const link = await screen.findByRole("link", { name: "Giulia Ferraro" });
      forgiveSearch();
      expect(link.getAttribute("href")).toBe("/dashboard/regia/persone/g");
      expect(screen.getByRole("link", { name: "marco@filo.example" })).toBeTruthy();
      expect(screen.getByText(/2 giugno 2027|2 June 2027/)).toBeTruthy();
      expect(screen.getByText(`312 account${language === "en" ? "s" : ""}`)).toBeTruthy();
      await expectAccessible(document.body);
    },
  );

  test.each([
    ["it", "2 giorni", "mai"],
    ["it", "200 giorni", "non negli ultimi 180 giorni"],
    ["en", "2 days", "never"],
    ["en", "200 days", "not in the last 180 days"],
  ] as const)(
    "an account without a known login says what is certain (%s, registered %s ago)",
    async (language, age, text) => {
      const registered = new Date(Date.now() - Number.parseInt(age, 10) * 86_400_000).toISOString();
      const [first] = LIST.people;
      const people = [{ ...first, seen_at: null, registered_at: registered }];
      backEnd(() => refusal("not_found", 404), { ...LIST, people });
      page(<People />, language);
      expect(await screen.findByText(text)).toBeTruthy();
      forgiveSearch();
    },
  );

  test("the list of people opens a person with Enter and shows the active filters", async () => {
    vi.mocked(useSearchParams).mockReturnValue(
      new URLSearchParams("state=deactivated&role=staff") as never,
    );
    backEnd(() => refusal("not_found", 404), LIST);
    page(<People />);
    await screen.findByRole("link", { name: "Giulia Ferraro" });
    forgiveSearch();
    const row = document.querySelector('[data-row="g"]') as HTMLElement;
    row.focus();
    fireEvent.keyDown(row, { key: "Enter" });
    // The URL of the person's page contains the filters, so that the previous and next person come from the filtered
    // list.
    expect(push).toHaveBeenCalledWith("/dashboard/regia/persone/g?state=deactivated&role=staff");
    const pills = screen.getByRole("list", { name: "Filtri" });
    expect(within(pills).getAllByRole("listitem")).toHaveLength(3);
  });

  test("chosen people can be written to, and an auditor cannot write", async () => {
    backEnd(() => Response.json({}), LIST);
    const { unmount } = page(<People />);
    fireEvent.click(await screen.findByRole("checkbox", { name: "Scegli Giulia Ferraro" }));
    const bar = screen.getByRole("region", { name: "Selezione" });
    expect(within(bar).getByRole("status").textContent).toBe("Una persona scelta");
    forgiveSearch();
    const write = within(bar).getByRole("button", { name: "Scrivi" });
    expect(write.getAttribute("aria-disabled")).not.toBe("true");
    await expectAccessible(document.body);
    unmount();
    page(<People />, "it", "auditor");
    fireEvent.click(await screen.findByRole("checkbox", { name: "Scegli Giulia Ferraro" }));
    await waitFor(() =>
      expect(screen.getByRole("button", { name: "Scrivi" }).getAttribute("aria-disabled")).toBe(
        "true",
      ),
    );
    forgiveSearch();
  });

  test("the list of people shows that there is no match, or that loading failed", async () => {
    backEnd(() => refusal("not_found", 404), { ...LIST, people: [], total: 0 });
    const { unmount } = page(<People />);
    expect(await screen.findByText("Nessuna persona corrisponde.")).toBeTruthy();
    forgiveSearch();
    unmount();
    vi.stubGlobal("fetch", async () => refusal("unavailable", 503));
    page(<People />);
    expect((await screen.findByRole("alert")).textContent).toContain(
      "Non siamo riusciti a leggere l’elenco.",
    );
    forgiveSearch();
  });
});
