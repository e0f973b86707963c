import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { Language } from "@/contract/languages";
import type { StaffDiscussion } from "@/contract/staff/discussion";
import { expectAccessible } from "@/tests/support/axe";
import { act, backEnd, kept, last, PLAN, page, posted } from "@/tests/support/staff-actions";
import { DiscussionPanel } from "./discussion-panel";

vi.mock("@/lib/i18n/navigation", () => ({
  useRouter: () => ({ push: vi.fn() }),
  Link: ({ prefetch: _, ...props }: { prefetch?: boolean }) => <a {...props} />,
}));
vi.setConfig({ testTimeout: 60_000 });
configure({ asyncUtilTimeout: 10_000 });
afterEach(() => vi.unstubAllGlobals());

const ANNA = { id: "5c2b1f5e-3d0d-4b3c-9a37-0a5d6f1f0001", name: "Anna Ferrero" };
const PAOLO = { id: "5c2b1f5e-3d0d-4b3c-9a37-0a5d6f1f0002", name: "Paolo De Angelis" };
const AT = "2027-03-20T10:00:00.000Z";
const scores = { impact: 5, utility: 5, feasibility: 5, scalability: 5, innovation: 5 };
const BETA: StaffDiscussion = {
  ...{ id: "p1", nome: "Beta" },
  value: { first: 61.2, last: 72.4 },
  rank: { first: 21, last: 19 },
  readers: [
    {
      ...{ number: 1, name: ANNA.name, total: 80, first: { scores, total: 50 } },
      revisions: [{ at: AT, reason: "Ho riletto il bilancio" }],
    },
    { number: 2, name: PAOLO.name, total: 64.5, first: null, revisions: [] },
  ],
  contributions: [
    { id: "c1", author: PAOLO.name, text: "<b>Il bilancio</b> regge", at: AT, hidden_at: null },
    { id: "c2", author: ANNA.name, text: "Un nome", at: AT, hidden_at: AT },
  ],
  summary: { version: 2, text: "A good plan", language: "en", at: AT, agreed: [ANNA.name] },
};
const LIST = {
  ...{ edition: 2026, given: true, open: true, running: true, chair: null, jurors: [ANNA, PAOLO] },
  counts: { projects: 1, contributions: 2, revisions: 1, summaries: 1 },
  ...{ page: 1, pages: 1, projects: [BETA] },
};
const plan = { ...PLAN, count: 1, mails: [], effects: [{ name: "contribution_hidden", count: 1 }] };

async function open(more: object = {}, language: Language = "it", disabledReason?: string) {
  backEnd((body) => (body.plan ? kept(plan as never) : Response.json(plan)), { ...LIST, ...more });
  page(<DiscussionPanel edition={2026} round={2} {...{ disabledReason }} />, language);
  const title = await screen.findByRole("heading", { level: 2 });
  const details = title.closest("details") as HTMLDetailsElement;
  details.open = true;
}

test.each([
  ["it", /61,2 prima della discussione, 72,4 dopo/, /Persona 1, Anna Ferrero: 80,0/, /prima 50,0/],
  ["en", /61.2 before the discussion, 72.4 after/, /Reader 1, Anna Ferrero: 80.0/, /before: 50.0/],
] as const)(
  "the panel shows both values, the revised scores with the reason, and the texts (%s)",
  async (language, shift, reader, before) => {
    await open({}, language);
    expect(await screen.findByText(shift)).toBeDefined();
    expect(screen.getByText(reader).textContent).toMatch(before);
    expect(screen.getByText(/Ho riletto il bilancio/)).toBeDefined();
    expect(screen.getByText("<b>Il bilancio</b> regge")).toBeDefined();
    expect(screen.getByText("A good plan").lang).toBe("en");
    await expectAccessible(document.body);
  },
);

test("the chair is chosen among the other evaluators, with a reason", async () => {
  await open({ chair: PAOLO.id });
  expect(await screen.findByText(/scrive le sintesi: Paolo De Angelis/)).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Scegli chi presiede" }));
  const dialog = await screen.findByRole("dialog");
  const select = within(dialog).getByLabelText("Chi presiede");
  expect(within(select).queryByText(PAOLO.name)).toBeNull();
  fireEvent.change(select, { target: { value: ANNA.id } });
  fireEvent.change(await within(dialog).findByLabelText("Motivo"), { target: { value: "turni" } });
  const choose = () => within(dialog).getByRole("button", { name: "Scegli chi presiede" });
  await waitFor(() => expect(choose().getAttribute("aria-disabled")).not.toBe("true"));
  fireEvent.click(choose());
  await waitFor(() => expect(last()?.plan).toBe(PLAN.plan));
  expect(posted.at(-1)?.path).toBe("/wp-json/wp/v2/staff/discussions/chair");
  expect(last()).toMatchObject({ edition: 2026, round: 2, evaluator: ANNA.id, reason: "turni" });
});

test("a contribution is hidden, and a hidden one is shown again", async () => {
  await open();
  fireEvent.click(await act(/^Mostra di nuovo l’intervento$/));
  await screen.findByRole("dialog", { name: "Mostra di nuovo l’intervento" });
  await waitFor(() => expect(last()).toMatchObject({ hidden: false }));
  expect(posted.at(-1)?.path).toBe("/wp-json/wp/v2/staff/discussions/c2/hiding");
});

test("before the jury has closed there are only counts", async () => {
  await open({ open: false, projects: [] });
  expect(await screen.findByText(/quando tutta la giuria ha chiuso/)).toBeDefined();
});

test("an auditor can read, and change nothing", async () => {
  await open({}, "it", "Sola lettura");
  expect(await screen.findByRole("button", { name: "Scegli chi presiede" })).toBeDefined();
  for (const button of screen.getAllByRole("button"))
    expect(button.getAttribute("aria-disabled")).toBe("true");
});

test("a final round says once that its discussions have ended, and gets no chair", async () => {
  await open({ running: false });
  expect(await screen.findAllByText(/discussioni sono chiuse/)).toHaveLength(1);
  expect(screen.queryByRole("button", { name: "Scegli chi presiede" })).toBeNull();
  expect(screen.queryByText(/nessun progetto può avere una sintesi/)).toBeNull();
});

test("the panel is absent if the jury does not discuss", async () => {
  backEnd(() => Response.json({}), { ...LIST, given: false });
  const { container } = page(
    <DiscussionPanel edition={2026} round={2} disabledReason={undefined} />,
  );
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(container.querySelector("details")).toBeNull();
});
