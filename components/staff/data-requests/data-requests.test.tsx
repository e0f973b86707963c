import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useSearchParams } from "next/navigation";
import { afterEach, expect, test, vi } from "vitest";
import { LANGUAGES } from "@/contract/languages";
import type { RequestRow } from "@/contract/staff/requests";
import { expectAccessible } from "@/tests/support/axe";
import { act, backEnd, last, PLAN, page, posted, refusal } from "@/tests/support/staff-actions";
import { DataRequests } from "./data-requests";

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

const OF_ADDRESS: RequestRow = {
  id: "q",
  email: "lea@filo.example",
  name: "Lea Torri",
  person: null,
  kind: "access",
  received_on: "2026-12-05",
  due_on: "2027-01-05",
  note: "vuole sapere che cosa abbiamo",
  extension: null,
  answered_on: null,
  answer: null,
  proposed: null,
  owner: null,
};
const OF_ACCOUNT: RequestRow = {
  ...OF_ADDRESS,
  ...{ id: "p", email: "giulia@filo.example", name: "Giulia Ferraro", person: "g" },
  ...{ due_on: "2026-12-30", extension: "molte copie" },
};
const GONE: RequestRow = {
  ...OF_ADDRESS,
  ...{ id: "e", email: null, name: "", answered_on: "2026-12-20", answer: "mandata la copia" },
};
const LIST = {
  requests: [OF_ACCOUNT, OF_ADDRESS],
  total: 2,
  counts: { open: 2, due: 1, proposed: 0, answered: 7, all: 9 },
  today: "2027-01-01",
  next: null,
  previous: null,
};

test.each(LANGUAGES)(
  "the list of data requests shows each request with its due date and is accessible (%s)",
  async (language) => {
    backEnd(() => refusal("not_found", 404), LIST);
    page(<DataRequests />, language);
    const link = await screen.findByRole("link", { name: "Giulia Ferraro" });
    forgiveSearch();
    expect(link.getAttribute("href")).toBe("/dashboard/regia/persone/g");
    expect(screen.getByText(/^(scaduta da 2 giorni|2 days late)$/)).toBeTruthy();
    expect(screen.getByText(/^(entro 4 giorni|within 4 days)$/)).toBeTruthy();
    expect(screen.getByText(/senza account|no account/)).toBeTruthy();
    expect(screen.getByText(/molte copie/)).toBeTruthy();
    expect(screen.getAllByRole("button", { name: /^(Proroga|Extend)$/ })).toHaveLength(1);
    await expectAccessible(document.body);
  },
);

test("a data request is added for an address without an account, and another one is closed", async () => {
  backEnd(() => Response.json({ ...PLAN, count: 1, effects: [], mails: [] }), LIST);
  page(<DataRequests />);
  fireEvent.click(await act(/Aggiungi una richiesta/));
  forgiveSearch();
  const sheet = await screen.findByRole("dialog", { name: "Una richiesta sui dati" });
  fireEvent.change(within(sheet).getByLabelText(/Indirizzo di chi chiede/), {
    target: { value: " nuova@filo.example " },
  });
  fireEvent.change(within(sheet).getByLabelText("Che cosa chiede"), {
    target: { value: "erasure" },
  });
  const asked = { kind: "erasure", received_on: "2027-01-01", email: "nuova@filo.example" };
  await waitFor(() => expect(last()).toEqual(asked));
  expect(posted.at(-1)?.path).toBe("/wp-json/wp/v2/staff/requests");
  fireEvent(sheet, new Event("cancel"));
  fireEvent.click(
    (await screen.findAllByRole("button", { name: "Chiudi: ho risposto" }))[1] as never,
  );
  await waitFor(() => expect(posted.at(-1)?.path).toBe("/wp-json/wp/v2/staff/requests/q/answer"));
});

test("a report of an accessibility problem can be answered, but not extended", async () => {
  const report = { ...OF_ACCOUNT, kind: "accessibility" as const, extension: null };
  backEnd(() => refusal("not_found", 404), { ...LIST, requests: [report] });
  page(<DataRequests />);
  await screen.findByText(/Segnala un problema di accessibilità/);
  forgiveSearch();
  expect(screen.getByRole("button", { name: "Chiudi: ho risposto" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Proroga" })).toBeNull();
});

test("a director erases an address without an account from its row", async () => {
  const asks = { ...OF_ADDRESS, kind: "erasure" as const };
  const account = { ...OF_ACCOUNT, kind: "erasure" as const };
  backEnd(() => Response.json({ ...PLAN, count: 1, effects: [], mails: [] }), {
    ...LIST,
    requests: [account, asks],
  });
  const { unmount } = page(<DataRequests />);
  // If the request's email address has no account, staff can erase only the address, and only a director can do so.
  const erase = await act(/^Cancella l’indirizzo$/);
  forgiveSearch();
  expect(erase.getAttribute("aria-disabled")).toBe("true");
  expect(screen.queryByRole("link", { name: /Da confermare/ })).toBeNull();
  unmount();
  page(<DataRequests />, "it", "director");
  fireEvent.click(await act(/^Cancella l’indirizzo$/));
  forgiveSearch();
  await screen.findByRole("dialog", { name: "Cancella questo indirizzo" });
  await waitFor(() => expect(posted.at(-1)?.path).toBe("/wp-json/wp/v2/staff/requests/q/erasure"));
});

test("a proposed erasure of an address shows its author and waits for a second person", async () => {
  const proposed = {
    ...{ id: "x", by: "carla@example.org", own: true, reason: "lo chiede", count: 1 },
    ...{ at: PLAN.at, expires_at: "2027-01-01T20:42:00.000Z" },
  };
  const waits = { ...OF_ADDRESS, kind: "erasure" as const, proposed };
  const counts = { ...LIST.counts, proposed: 1 };
  backEnd(() => refusal("not_found", 404), { ...LIST, counts, requests: [waits], total: 1 });
  page(<DataRequests />, "it", "director");
  const region = await screen.findByRole("region", { name: "In attesa di una seconda persona" });
  forgiveSearch();
  expect(region.textContent).toContain("Proposto: cancellare questo indirizzo");
  const look = within(region).getByRole("button", { name: "Controlla e conferma" });
  expect(look.getAttribute("aria-disabled")).toBe("true");
  const tab = screen.getByRole("link", { name: /Da confermare/ });
  expect(tab.getAttribute("href")).toContain("state=proposed");
});

test("an erased person is not named, and a row without an account has no link", async () => {
  vi.mocked(useSearchParams).mockReturnValue(new URLSearchParams("state=answered") as never);
  backEnd(() => refusal("not_found", 404), { ...LIST, requests: [GONE], total: 1 });
  page(<DataRequests />);
  expect(await screen.findByText("Persona cancellata")).toBeTruthy();
  forgiveSearch();
  expect(screen.getByText("«mandata la copia»")).toBeTruthy();
  const row = document.querySelector('[data-row="e"]') as HTMLElement;
  row.focus();
  fireEvent.keyDown(row, { key: "Enter" });
  expect(push).not.toHaveBeenCalled();
});

test("the list of data requests shows that it is empty, failed to load, or is read-only for an auditor", async () => {
  backEnd(() => refusal("not_found", 404), { ...LIST, requests: [], total: 0 });
  const { unmount } = page(<DataRequests />, "it", "auditor");
  expect(await screen.findByText("Nessuna richiesta aspetta una risposta.")).toBeTruthy();
  forgiveSearch();
  const add = await act(/Aggiungi una richiesta/);
  expect(add.getAttribute("aria-disabled")).toBe("true");
  unmount();
  vi.stubGlobal("fetch", async () => refusal("unavailable", 503));
  page(<DataRequests />);
  expect((await screen.findByRole("alert")).textContent).toContain(
    "Non siamo riusciti a leggere l’elenco.",
  );
  forgiveSearch();
});
