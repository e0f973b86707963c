import { onlineManager } from "@tanstack/react-query";
import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { Language } from "@/contract/languages";
import { extendApplications } from "@/contract/staff/applications";
import type { ActionPreview } from "@/contract/staff/preview";
import { expectAccessible } from "@/tests/support/axe";
import {
  act,
  backEnd,
  HASH,
  kept,
  PLAN,
  page,
  posted,
  refusal,
} from "@/tests/support/staff-actions";
import { EVERY } from "../shell/use-service-status";
import { ActionDialog } from "./action-dialog";

// Allow more time per test, because the accessibility checker axe takes several seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });
configure({ asyncUtilTimeout: 10_000 });
afterEach(() => {
  vi.unstubAllGlobals();
});

const SAID = {
  it: {
    verb: /^Proroga 3/,
    fewer: /^Proroga 2/,
    stale: "Non è stato applicato niente.",
    others: "non sono più le stesse persone",
    grown: "Erano 312, adesso sono 315.",
    nobody: "Non riguarderebbe nessuno.",
    unsure: "Non sappiamo se l’operazione è riuscita.",
    uncounted: "Non siamo riusciti a calcolare gli effetti.",
  },
  en: {
    verb: /^Extend 3/,
    fewer: /^Extend 2/,
    stale: "Nothing was applied.",
    others: "the people have changed",
    grown: "There were 312, now there are 315.",
    nobody: "This would affect nobody.",
    unsure: "We do not know whether the action was carried out.",
    uncounted: "The effects could not be calculated.",
  },
};

/** Opens the dialog of an action on all matching items. The page showed `count` matches. */
function open(language: Language, count: number) {
  const onDone = vi.fn();
  const input = { selection: { query: { state: "complete" }, count }, until: "2027-01-02T18:00" };
  const whole = { endpoint: extendApplications, input, count, toWhom: null };
  page(<ActionDialog {...whole} onDone={onDone} onClose={() => {}} />, language);
  return onDone;
}
/** Types a reason and runs the staff action. */
async function make(verb: RegExp) {
  const button = await act(verb);
  fireEvent.change(screen.getByRole("textbox"), { target: { value: "guasto" } });
  fireEvent.click(button);
}
const extended = (count: number) => {
  return { name: "extended", count, facts: { until: "2027-01-02T18:00" } };
};
const moved = (now: ActionPreview) =>
  backEnd(({ plan }) => {
    if (!plan) return Response.json(PLAN);
    return plan === now.plan ? kept(now) : refusal("plan_changed", 412, { current: now });
  });

describe.each(["it", "en"] as const)("changes while the dialog is open (%s)", (language) => {
  const said = SAID[language];

  test("after a colleague's change, the dialog shows the difference and the new count, and executes nothing", async () => {
    moved({ ...PLAN, plan: HASH.two, count: 2, effects: [extended(2)] });
    const onDone = open(language, 3);
    await make(said.verb);
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain(said.stale);
    expect(within(alert).getAllByRole("listitem")[0]?.textContent).toMatch(/3.*2/);
    expect(onDone).not.toHaveBeenCalled();
    await expectAccessible(document.body);
    fireEvent.click(await act(said.fewer));
    await waitFor(() => expect(onDone).toHaveBeenCalled());
  });

  test("the dialog says when the same number of other items is affected", async () => {
    moved({ ...PLAN, plan: HASH.two });
    const onDone = open(language, 3);
    await make(said.verb);
    expect((await screen.findByRole("alert")).textContent).toContain(said.others);
    expect(onDone).not.toHaveBeenCalled();
  });

  test("the dialog cannot execute when no affected item is left", async () => {
    moved({
      ...PLAN,
      plan: HASH.two,
      count: 0,
      effects: [extended(0)],
      mails: [],
    });
    const onDone = open(language, 3);
    await make(said.verb);
    expect((await screen.findByRole("alert")).textContent).toContain(said.stale);
    expect((await screen.findAllByText(said.nobody)).length).toBeGreaterThan(0);
    const before = posted.length;
    fireEvent.submit(document.querySelector("form") as HTMLFormElement);
    expect([posted.length, onDone.mock.calls]).toEqual([before, []]);
    await expectAccessible(document.body);
  });

  test("after a lost response, the dialog claims no result, previews again, and keeps the reason", async () => {
    let made = false;
    backEnd(({ plan }) => {
      if (!plan) return Response.json(made ? { ...PLAN, count: 0, effects: [extended(0)] } : PLAN);
      made = true;
      throw new TypeError("the line broke");
    });
    const onDone = open(language, 3);
    await make(said.verb);
    expect((await screen.findByRole("alert")).textContent).toContain(said.unsure);
    expect((await screen.findAllByText(said.nobody)).length).toBeGreaterThan(0);
    expect(screen.getByDisplayValue("guasto")).toBeDefined();
    expect(onDone).not.toHaveBeenCalled();
    await expectAccessible(document.body);
  });

  test("an offline dialog says that the preview failed, and retries automatically when online", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    let isUp = false;
    vi.spyOn(onlineManager, "isOnline").mockReturnValue(false);
    onTestFinished(() => void vi.restoreAllMocks());
    backEnd(() => {
      if (isUp) return Response.json(PLAN);
      throw new TypeError("no line");
    });
    open(language, 3);
    expect((await screen.findByRole("alert")).textContent).toContain(said.uncounted);
    isUp = true;
    await vi.advanceTimersByTimeAsync(EVERY);
    expect(await act(said.verb)).toBeDefined();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("the dialog shows both counts when more items match than on the page", async () => {
    backEnd(() => Response.json({ ...PLAN, count: 315 }));
    open(language, 312);
    expect(await screen.findByText(said.grown)).toBeTruthy();
  });
});
