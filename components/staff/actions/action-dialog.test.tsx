import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Language } from "@/contract/languages";
import { extendApplications } from "@/contract/staff/applications";
import type { ActionPreview } from "@/contract/staff/preview";
import type { Reauthenticate } from "@/lib/api/reauthenticated";
import { expectAccessible } from "@/tests/support/axe";
import {
  act,
  backEnd,
  HASH,
  kept,
  last,
  PLAN,
  page,
  posted,
  refusal,
} from "@/tests/support/staff-actions";
import { ActionDialog } from "./action-dialog";

// Allow more time per test, because the accessibility checker axe takes several seconds on a busy machine.
vi.setConfig({ testTimeout: 30_000 });
configure({ asyncUtilTimeout: 5_000 });

afterEach(() => {
  vi.unstubAllGlobals();
});

const TO_IDS = { selection: { ids: ["a", "b", "c"] }, until: "2027-01-02T18:00" };
function sheet(
  more: Partial<Parameters<typeof ActionDialog>[0]> = {},
  language?: Language,
  proved?: Reauthenticate,
) {
  const onDone = vi.fn();
  page(
    <ActionDialog
      endpoint={extendApplications}
      input={TO_IDS}
      count={3}
      toWhom={null}
      onDone={onDone}
      onClose={() => {}}
      {...more}
    />,
    language,
    "staff",
    proved,
  );
  return onDone;
}
const why = (text = "guasto") =>
  fireEvent.change(screen.getByRole("textbox", { name: /Motivo|Reason/ }), {
    target: { value: text },
  });

describe("the dialog of an action", () => {
  test.each([
    [
      "it",
      /Proroga 3 scadenze/,
      /2 email «Hai più tempo» in italiano/,
      /Calcolato alle 21:42/,
      /^Azione 1\.?482/,
    ],
    [
      "en",
      /Extend 3 deadlines/,
      /2 emails “You have more time” in Italian/,
      /Calculated at 21:42/,
      /^Action 1,482/,
    ],
  ] as const)(
    "the dialog shows the preview and executes exactly that (%s)",
    async (language, verb, mail, at, done) => {
      backEnd((body) => (body.plan ? kept(PLAN) : Response.json(PLAN)));
      const onDone = sheet({}, language);
      const button = await act(verb);
      expect(posted).toEqual([
        { path: "/wp-json/wp/v2/staff/applications/extension", body: TO_IDS },
      ]);
      expect(screen.getByText(mail)).toBeTruthy();
      await waitFor(() => expect(screen.getByText(at)).toBeTruthy());
      // The reason is missing, so no request is sent.
      fireEvent.click(button);
      const reason = screen.getByRole("textbox", { name: /Motivo|Reason/ });
      await waitFor(() => expect(reason.getAttribute("aria-invalid")).toBe("true"));
      expect(posted).toHaveLength(1);
      await expectAccessible(document.body);
      why();
      fireEvent.click(button);
      await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
      expect(last()).toEqual({ ...TO_IDS, reason: "guasto", plan: HASH.one });
      await waitFor(() => expect(screen.getAllByRole("link", { name: done })).toHaveLength(2));
      const lines = screen.getAllByRole("link", { name: done });
      expect(lines.filter((line) => line.closest("dialog"))).toHaveLength(1);
      for (const line of lines) {
        expect(line.getAttribute("href")).toContain("/dashboard/regia/registro?before=1483");
      }
    },
  );

  test.each([
    ["click", null],
    ["reason", "Perché"],
    ["typed", "Perché"],
    ["key", "Perché"],
  ] as const)(
    "each heading of the dialog has content, for each kind of confirmation (%s)",
    async (step, asked) => {
      backEnd(() => Response.json(PLAN));
      sheet({ endpoint: { ...extendApplications, confirm: { step } } });
      await act(/Proroga 3/);
      const headings = screen.getAllByRole("heading", { level: 3 });
      const empty = headings.filter((one) => !one.nextElementSibling?.textContent);
      expect(empty.map(({ textContent }) => textContent)).toEqual([]);
      const ask = screen.queryByRole("heading", { name: /^(Perché|Conferma)$/ });
      expect(ask?.textContent ?? null).toBe(asked);
      if (ask)
        expect(
          within(ask.parentElement as HTMLElement).getByRole("textbox", { name: /Motivo/ }),
        ).toBeTruthy();
    },
  );

  test("the dialog asks for no reason if one click is enough", async () => {
    backEnd((body) => (body.plan ? kept(PLAN) : Response.json(PLAN)));
    const onDone = sheet({ endpoint: { ...extendApplications, confirm: { step: "click" } } });
    fireEvent.click(await act(/Proroga 3/));
    await waitFor(() => expect(onDone).toHaveBeenCalled());
    expect(last()).toEqual({ ...TO_IDS, plan: HASH.one });
    expect(screen.queryByRole("textbox")).toBeNull();
  });

  test("the dialog asks for the typed count above the endpoint's limit", async () => {
    const many = {
      ...PLAN,
      count: 12,
      effects: [{ ...PLAN.effects[0], name: "extended", count: 12 }],
    };
    backEnd((body) => (body.plan ? kept(many) : Response.json(many)));
    const onDone = sheet({ count: 12 });
    const button = await act(/Proroga 12/);
    why();
    const typed = screen.getByRole("textbox", { name: /scrivi 12/ });
    fireEvent.change(typed, { target: { value: "11" } });
    fireEvent.click(button);
    await waitFor(() => expect(typed.getAttribute("aria-invalid")).toBe("true"));
    const error = typed.getAttribute("aria-describedby")?.split(" ")[0] ?? "";
    expect(document.getElementById(error)?.textContent).toContain("Scrivi il numero");
    expect(posted).toHaveLength(1);
    fireEvent.change(typed, { target: { value: "12" } });
    fireEvent.click(button);
    await waitFor(() => expect(onDone).toHaveBeenCalled());
    expect(last()).toMatchObject({ typed: 12, plan: HASH.one });
  });

  test("the dialog asks for a passkey if required, and does nothing without it", async () => {
    backEnd((body) => (body.plan ? refusal("key_required", 403) : Response.json(PLAN)));
    const asked = vi.fn<Reauthenticate>((work) => work());
    const onDone = sheet(
      { endpoint: { ...extendApplications, proof: "key", confirm: { step: "key" } } },
      "it",
      asked as Reauthenticate,
    );
    const button = await act(/Proroga 3/);
    expect(asked).not.toHaveBeenCalled();
    why();
    fireEvent.click(button);
    expect((await screen.findByRole("alert")).textContent).toContain("Non è successo niente.");
    expect(asked).toHaveBeenCalledOnce();
    // The confirmation names the action that needs the passkey.
    expect(asked.mock.calls[0]?.[1]).toBe("Proroga 3 scadenze");
    expect(onDone).not.toHaveBeenCalled();
  });

  test("the dialog executes nothing after a colleague's change and shows the difference and the new count", async () => {
    const now: ActionPreview = {
      ...PLAN,
      plan: HASH.two,
      count: 2,
      effects: [{ name: "extended", count: 2, facts: { until: "2027-01-02T18:00" } }],
      mails: [{ template: "deadline_extended", language: "it", count: 2 }],
    };
    backEnd(({ plan }) => {
      if (!plan) return Response.json(PLAN);
      return plan === HASH.two ? kept(now) : refusal("plan_changed", 412, { current: now });
    });
    const onDone = sheet();
    const button = await act(/Proroga 3/);
    why();
    fireEvent.click(button);
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("Non è stato applicato niente.");
    const lines = within(alert).getAllByRole("listitem");
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^3 scadenze si spostano.* 2 scadenze si spostano/),
      "1 email «Hai più tempo» in inglese non più",
    ]);
    expect(onDone).not.toHaveBeenCalled();
    fireEvent.click(await act(/Proroga 2 scadenze/));
    await waitFor(() => expect(onDone).toHaveBeenCalled());
    expect(last()).toMatchObject({ plan: HASH.two, reason: "guasto" });
  });

  test("the dialog sends the previewed count with a selection that has grown, and says so", async () => {
    const grown = { ...PLAN, against: [{ name: "announced", count: 2 }] };
    backEnd((body) => (body.plan ? kept(grown) : Response.json(grown)));
    const query = { state: "complete" };
    const onDone = sheet({ count: 4, input: { ...TO_IDS, selection: { query, count: 4 } } });
    const button = await act(/Proroga 3/);
    expect(screen.getByText("Erano 4, adesso sono 5.")).toBeTruthy();
    // The button is disabled until the user explicitly skips the blocked items.
    expect(button.getAttribute("aria-disabled")).toBe("true");
    why();
    fireEvent.click(screen.getByRole("checkbox", { name: /Lascia fuori le 2/ }));
    await waitFor(async () =>
      expect((await act(/Proroga 3/)).getAttribute("aria-disabled")).toBeNull(),
    );
    fireEvent.click(await act(/Proroga 3/));
    await waitFor(() => expect(onDone).toHaveBeenCalled());
    expect(last()).toMatchObject({ anyway: true, selection: { query, count: 5 } });
  });

  test("the dialog cannot execute for no recipient, or before the input and the preview are complete", async () => {
    const none = {
      ...PLAN,
      count: 0,
      effects: [],
      mails: [],
      against: [{ name: "not_later", count: 3 }],
    };
    backEnd(() => Response.json(none));
    sheet();
    expect(await screen.findByText("Non riguarderebbe nessuno.")).toBeTruthy();
    expect(screen.getByText(/Per 3 non sarebbe tempo in più/)).toBeTruthy();
    fireEvent.submit(document.querySelector("form") as HTMLFormElement);
    expect(posted).toHaveLength(1);
  });

  test("the dialog shows a failed preview and can request it again", async () => {
    let works = false;
    backEnd(() => (works ? Response.json(PLAN) : refusal("unavailable", 503)));
    sheet();
    expect((await screen.findByRole("alert")).textContent).toContain(
      "Non siamo riusciti a calcolare gli effetti.",
    );
    works = true;
    fireEvent.click(screen.getByRole("button", { name: "Calcola di nuovo" }));
    expect(await act(/Proroga 3/)).toBeTruthy();
  });
});

describe.each([
  ["it", "Il database si può solo leggere"],
  ["en", "The database can only be read"],
] as const)("a read-only database (%s)", (language, said) => {
  test("the dialog shows a read-only database before and after the action, and that nothing ran", async () => {
    const check = { check: "database_read_only", word: "stuck", count: 1, known: true };
    const checks = [
      { ...check, since: null, measure: null, says: null, normal: null, readings: null },
    ];
    let answer = () => refusal("unavailable", 503);
    backEnd((body) => (body.plan ? refusal("unavailable", 503) : answer()), {
      at: PLAN.at,
      checks,
    });
    const onDone = sheet({}, language);
    expect((await screen.findByText(said)).closest("[role=alert]")).toBeTruthy();
    await expectAccessible(document.body);
    answer = () => Response.json(PLAN);
    fireEvent.click(await act(/Calcola di nuovo|Calculate again/));
    const button = await act(/^Proroga 3|^Extend 3/);
    why();
    fireEvent.click(button);
    expect((await screen.findByText(said)).closest("[role=alert]")).toBeTruthy();
    expect(onDone).not.toHaveBeenCalled();
  });
});
