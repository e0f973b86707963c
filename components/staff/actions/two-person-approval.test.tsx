import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { LANGUAGES } from "@/contract/languages";
import { erasePerson } from "@/contract/staff/people-actions";
import type { ActionPreview, PendingApproval } from "@/contract/staff/preview";
import { expectAccessible } from "@/tests/support/axe";
import { act, backEnd, HASH, kept, last, PLAN, page, posted } from "@/tests/support/staff-actions";
import { ActionDialog } from "./action-dialog";
import { WaitingProposal } from "./pending-approval";

vi.setConfig({ testTimeout: 60_000 });
configure({ asyncUtilTimeout: 10_000 });
afterEach(() => {
  vi.unstubAllGlobals();
});

const proposed: PendingApproval = {
  ...{ id: "p", by: "carla@example.org", own: false, reason: "la giuria", count: 1 },
  ...{ at: "2026-12-31T09:00:00.000Z", expires_at: "2027-01-01T09:00:00.000Z" },
};
const { at, count, mails, cancelled, against } = PLAN;
const plan = (second: ActionPreview["second"]): ActionPreview => ({
  ...PLAN,
  count: 1,
  effects: [{ name: "person_erased", count: 1 }],
  second,
});
function sheet(answer: ActionPreview, language: (typeof LANGUAGES)[number] = "it") {
  backEnd((body) =>
    body.plan && answer.second?.step === "propose"
      ? Response.json({ ...answer, line: 1482 })
      : body.plan
        ? kept(answer)
        : Response.json(answer),
  );
  const onDone = vi.fn();
  const whole = { endpoint: erasePerson, input: {}, params: { id: "g" }, count: 1 };
  page(<ActionDialog {...whole} onDone={onDone} onClose={() => {}} />, language, "director");
  return onDone;
}
const why = () =>
  fireEvent.change(screen.getByRole("textbox", { name: /Motivo|Reason/ }), {
    target: { value: "chiesto" },
  });

describe("two-person approval of an action", () => {
  test.each([
    ["it", /Proponi: Cancella/, /aspetta 24 ore che un’altra persona/, /^Proposto\. Adesso/],
    ["en", /Propose: Erase/, /waits 24 hours for someone else/, /^Proposed\. Now someone/],
  ] as const)(
    "the first person proposes the action, and the dialog says so (%s)",
    async (language, verb, text, done) => {
      const onDone = sheet(plan({ step: "propose", proposed: null, before: null }), language);
      const button = await act(verb);
      expect(screen.getByText(text)).toBeTruthy();
      await expectAccessible(document.body);
      why();
      fireEvent.click(button);
      // The open dialog shows the result too, because the dialog covers the page.
      expect(await within(screen.getByRole("dialog")).findByText(done)).toBeTruthy();
      expect(last()).toEqual({ reason: "chiesto", plan: HASH.one });
      expect(onDone).toHaveBeenCalledWith(expect.objectContaining({ done: false }));
    },
  );

  test.each([
    ["it", /Conferma: Cancella/, /Proposta di carla@example.org.*«la giuria».*1º gennaio/],
    ["en", /Confirm: Erase/, /Proposed by carla@example.org.*“la giuria”.*1 January/],
  ] as const)(
    "the second person executes the action and sees the author and the reason (%s)",
    async (language, verb, said) => {
      const onDone = sheet(plan({ step: "confirm", proposed, before: null }), language);
      const button = await act(verb);
      expect(screen.getByText(said)).toBeTruthy();
      why();
      fireEvent.click(button);
      await waitFor(() =>
        expect(onDone).toHaveBeenCalledWith(expect.objectContaining({ done: true })),
      );
    },
  );

  test("the author of a proposal cannot execute it", async () => {
    sheet(plan({ step: "wait", proposed: { ...proposed, own: true }, before: null }));
    expect(await screen.findByText(/^Proposta tua/)).toBeTruthy();
    const button = await act(/^Cancella/);
    expect(button.getAttribute("aria-disabled")).toBe("true");
    why();
    fireEvent.click(button);
    expect(posted).toHaveLength(1);
  });

  test("a proposal shows what has changed since, and can be proposed again", async () => {
    const before = { ...{ at, count, mails, cancelled, against }, effects: PLAN.effects };
    sheet(plan({ step: "propose", proposed, before }));
    expect(await act(/Proponi: Cancella/)).toBeTruthy();
    const part = screen.getByRole("region", { name: "Serve una seconda persona" });
    expect(part.textContent).toContain("va proposta di nuovo");
    expect(within(part).getAllByRole("listitem").length).toBeGreaterThan(0);
  });
});

describe("a pending approval on its page", () => {
  test.each(LANGUAGES)(
    "a pending approval is reviewed and confirmed by a second person, or revoked (%s)",
    async (language) => {
      backEnd((body) =>
        body.plan ? kept(PLAN) : Response.json({ ...PLAN, count: 1, effects: [] }),
      );
      const onLook = vi.fn();
      const whole = { what: "Cancellare", disabledReason: undefined, onLook };
      page(<WaitingProposal proposed={proposed} {...whole} />, language, "director");
      await expectAccessible(document.body);
      fireEvent.click(await act(/Controlla e conferma|Review and confirm/));
      expect(onLook).toHaveBeenCalledOnce();
      fireEvent.click(await act(/Ritira la proposta|Withdraw the proposal/));
      await waitFor(() =>
        expect(posted.at(-1)?.path).toBe("/wp-json/wp/v2/staff/proposed-acts/p/withdrawal"),
      );
    },
  );

  test("a pending approval cannot be confirmed by its author", async () => {
    const onLook = vi.fn();
    const own = { ...proposed, own: true };
    page(<WaitingProposal proposed={own} what="x" disabledReason={undefined} onLook={onLook} />);
    fireEvent.click(await act(/Controlla e conferma/));
    expect(onLook).not.toHaveBeenCalled();
  });
});
