import { cleanup, configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { LANGUAGES, type Language } from "@/contract/languages";
import type { Role } from "@/contract/roles";
import type { ActionPreview } from "@/contract/staff/preview";
import { expectAccessible } from "@/tests/support/axe";
import { inLanguages } from "@/tests/support/in-languages";
import { JURY } from "@/tests/support/people/jury";
import { MESSAGES } from "@/tests/support/render";
import { act, backEnd, kept, last, PLAN, page, posted } from "@/tests/support/staff-actions";
import { Evaluators } from "./evaluators";

vi.mock("next/navigation", async (original) => ({
  ...(await original<object>()),
  usePathname: () => "/dashboard/regia/valutatori",
  useRouter: () => ({ push: vi.fn(), replace: vi.fn(), prefetch: vi.fn() }),
  useSearchParams: () => new URLSearchParams(),
}));
vi.mock("next/link", () => ({
  default: ({ prefetch: _, ...rest }: { prefetch?: boolean }) => <a {...rest} />,
}));
// Allow more time per test, because tests that render whole pages take several seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });
configure({ asyncUtilTimeout: 10_000 });
afterEach(() => vi.unstubAllGlobals());

const plan = (more: Partial<ActionPreview> = {}): ActionPreview => ({
  ...PLAN,
  count: 2,
  effects: [{ name: "reminded", count: 2 }],
  mails: [{ template: "evaluation_reminder", language: "it", count: 2 }],
  ...more,
});
const rowOf = (id: string) => document.querySelector(`[data-row="${id}"]`) as HTMLElement;
async function open(
  shown: ActionPreview,
  {
    language = "it",
    role = "staff",
    more = {},
  }: { language?: Language; role?: Role; more?: object } = {},
) {
  backEnd((body) => (body.plan ? kept(shown) : Response.json(shown)), { ...JURY, ...more });
  page(<Evaluators />, language, role);
  await screen.findByRole("table");
  // Remove React's warning about the element <search>, which jsdom does not know, because any other logged error fails
  // the test.
  const said = vi.mocked(console.error).mock.calls;
  const at = said.findIndex((words) => words[1] === "search");
  if (at >= 0) said.splice(at, 1);
}

describe("actions on selected evaluators", () => {
  test("only the selected evaluators are reminded with the keyboard, with a reason", async () => {
    await open(plan());
    rowOf("late").focus();
    fireEvent.keyDown(rowOf("late"), { key: "x" });
    fireEvent.keyDown(rowOf("idle"), { key: "x" });
    expect(screen.getByText("2 persone scelte")).toBeTruthy();
    fireEvent.keyDown(rowOf("idle"), { key: "r" });
    const dialog = await screen.findByRole("dialog", {
      name: "Manda un promemoria a 2 persone in giuria",
    });
    const reason = within(dialog).getByLabelText("Motivo");
    expect(document.activeElement).toBe(reason);
    fireEvent.change(reason, { target: { value: "mancano pochi giorni" } });
    fireEvent.click(await act(/^Manda 2 promemoria$/));
    await waitFor(() => expect(last()?.plan).toBe(PLAN.plan));
    expect(posted.at(-1)?.path).toBe("/wp-json/wp/v2/staff/evaluators/reminders");
    expect(last()).toMatchObject({
      selection: { ids: ["late", "idle"] },
      reason: "mancano pochi giorni",
    });
    expect(await screen.findByText(/2 promemoria sono in coda/)).toBeTruthy();
  });

  test("the selected evaluators get another load, which must be a number", async () => {
    await open(plan({ effects: [{ name: "capacity", count: 2, facts: { capacity: "40" } }] }));
    fireEvent.click(within(rowOf("late")).getByRole("checkbox"));
    fireEvent.click(screen.getByRole("button", { name: "Cambia il carico" }));
    const dialog = await screen.findByRole("dialog", { name: "Cambia il carico di una persona" });
    const most = within(dialog).getByLabelText(/Numero massimo di progetti/);
    await waitFor(() => expect(last()).toEqual({ selection: { ids: ["late"] }, capacity: null }));
    fireEvent.change(most, { target: { value: "molti" } });
    expect(most.getAttribute("aria-invalid")).toBe("true");
    fireEvent.change(most, { target: { value: "40" } });
    await waitFor(() => expect(last()).toEqual({ selection: { ids: ["late"] }, capacity: 40 }));
    expect(await screen.findByText("2 persone leggono al massimo 40 progetti ognuna")).toBeTruthy();
  });

  test.each([
    ["auditor", {}, "Il tuo ruolo può solo leggere."],
    ["staff", { current: false }, /non è quella in corso/],
  ] as const)(
    "an %s cannot act on evaluators, and sees the reason (%o)",
    async (role, more, reason) => {
      await open(plan(), { role, more });
      fireEvent.click(within(rowOf("late")).getByRole("checkbox"));
      fireEvent.keyDown(rowOf("late"), { key: "r" });
      expect(screen.queryByRole("dialog")).toBeNull();
      fireEvent.click(screen.getByRole("button", { name: "Invita" }));
      expect(screen.queryByRole("dialog")).toBeNull();
      expect(screen.getAllByText(reason).length).toBeGreaterThan(0);
    },
  );

  test("only a director can reopen a closed evaluation", async () => {
    await open(plan({ count: 1, effects: [{ name: "reopened", count: 1 }] }), { role: "director" });
    fireEvent.click(screen.getByRole("button", { name: "Riapri la valutazione di Marta Colli" }));
    await screen.findByRole("dialog", { name: "Riapri una valutazione" });
    await waitFor(() =>
      expect(posted.at(-1)?.path).toBe("/wp-json/wp/v2/staff/evaluators/done/reopening"),
    );
  });

  test("staff without the director role have no reopen button", async () => {
    await open(plan());
    expect(screen.queryByRole("button", { name: /Riapri/ })).toBeNull();
  });
});

describe.each(LANGUAGES)("inviting several evaluators, in %s", (language) => {
  const words = MESSAGES[language].staff;
  const LIST =
    "Elena Bassi <elena@example.org>\nTom Ward,tom@example.org,en,30\nluca(at)studio.example";
  const shown = plan({
    effects: [
      { name: "invited", count: 1 },
      { name: "finds_until", count: 176, facts: { until: "2027-03-03T23:00:00.000Z" } },
    ],
    count: 1,
    mails: [{ template: "invitation", language, count: 1 }],
    against: [
      { name: "already_invited", count: 1, facts: { who: "Tom Ward", emails: "tom@example.org" } },
    ],
  });

  test("each line of an invitation shows its result, and only valid lines are sent", async () => {
    await open(shown, { language });
    fireEvent.click(screen.getByRole("button", { name: words.evaluators.act.invite }));
    const dialog = await screen.findByRole("dialog");
    const field = within(dialog).getByLabelText(words.evaluators.people, { selector: "textarea" });
    expect(document.activeElement).toBe(field);
    expect(posted).toEqual([]);
    fireEvent.change(field, { target: { value: LIST } });
    await waitFor(() => expect(posted).toHaveLength(1));
    const person = { first_name: "Elena", last_name: "Bassi", email: "elena@example.org" };
    const other = { first_name: "Tom", last_name: "Ward", email: "tom@example.org" };
    expect(last()).toEqual({
      people: [
        { ...person, language, capacity: null },
        { ...other, language: "en", capacity: 30 },
      ],
    });
    expect(within(dialog).getByText("luca(at)studio.example")).toBeTruthy();
    expect(await within(dialog).findByText(/Tom Ward$/, { selector: "li" })).toBeTruthy();
    const isItalian = language === "it";
    expect(within(dialog).getByRole("heading", { level: 2 }).textContent).toBe(
      isItalian ? "Invita una persona in giuria" : "Invite one person to the jury",
    );
    const verb = isItalian ? "Invita 1 persona" : "Invite 1 person";
    expect(within(dialog).getByRole("button", { name: verb })).toBeTruthy();
    expect(
      within(dialog).getByText(`tom@example.org · ${words.evaluators.refused.already_invited}`),
    ).toBeTruthy();
    await expectAccessible(document.body);
  });

  test("an invitation that reaches no person has a title without a number", async () => {
    await open({ ...shown, count: 0, effects: [], mails: [] }, { language });
    fireEvent.click(screen.getByRole("button", { name: words.evaluators.act.invite }));
    const dialog = await screen.findByRole("dialog");
    const field = within(dialog).getByLabelText(words.evaluators.people, { selector: "textarea" });
    fireEvent.change(field, { target: { value: "Tom Ward,tom@example.org,en,30" } });
    await within(dialog).findByText(
      `tom@example.org · ${words.evaluators.refused.already_invited}`,
    );
    const title = language === "it" ? "Invita in giuria" : "Invite to the jury";
    expect(within(dialog).getByRole("heading", { level: 2 }).textContent).toBe(title);
  });

  test("an invitation to a later round names the round, and a final round invites nobody", async () => {
    const round = {
      ...{ number: 2, names: inLanguages("Semifinale", "Semifinal"), stage: "semifinalist" },
      ...{ opens: null, closes: null, weight: null, final: false },
    };
    await open(shown, { language, more: { round, rounds: [] } });
    fireEvent.click(screen.getByRole("button", { name: words.evaluators.act.invite }));
    const field = await screen.findByLabelText(words.evaluators.people, { selector: "textarea" });
    fireEvent.change(field, { target: { value: "Elena Bassi <elena@example.org>" } });
    await waitFor(() => expect(last()).toMatchObject({ round: 2, people: [{}] }));
    cleanup();
    await open(shown, { language, more: { round: { ...round, final: true }, rounds: [] } });
    expect(screen.queryByRole("button", { name: words.evaluators.act.invite })).toBeNull();
  });

  test("an invitation reads its lines from a file", async () => {
    await open(shown, { language });
    fireEvent.click(screen.getByRole("button", { name: words.evaluators.act.invite }));
    const input = await screen.findByLabelText(words.evaluators.file);
    const file = new File(["name,email\nAda Riva,ada@example.org"], "jury.csv");
    Object.assign(file, { text: async () => "name,email\nAda Riva,ada@example.org" });
    fireEvent.change(input, { target: { files: [file] } });
    await waitFor(() => expect(posted).toHaveLength(1));
    expect(last()).toMatchObject({ people: [{ email: "ada@example.org" }] });
  });
});
