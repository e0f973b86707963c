import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { useSearchParams } from "next/navigation";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Toaster } from "@/components/ui/overlays/toaster";
import type { Language } from "@/contract/languages";
import type { Role } from "@/contract/roles";
import { extendApplications } from "@/contract/staff/applications";
import type { Plan } from "@/contract/staff/plan";
import { ProofContext, type Proved } from "@/lib/api/proved";
import { meQuery } from "@/lib/api/query";
import { expectAccessible } from "@/tests/support/axe";
import { MESSAGES, withWords } from "@/tests/support/render";
import { Applications } from "../applications/applications";
import { ActDialog } from "./act-dialog";

vi.mock("next/navigation", async (original) => ({
  ...(await original<object>()),
  useSearchParams: vi.fn(() => new URLSearchParams()),
}));
vi.mock("@/lib/i18n/navigation", () => ({
  useRouter: () => ({ push: vi.fn() }),
  Link: (props: object) => <a {...props} />,
}));

const HASH = { one: "1".repeat(64), two: "2".repeat(64) };
const PLAN: Plan = {
  done: false,
  plan: HASH.one,
  at: "2026-12-31T20:42:00.000Z",
  count: 3,
  effects: [{ name: "extended", count: 3, facts: { until: "2027-01-02T18:00" } }],
  mails: [
    { template: "deadline_extended", language: "it", count: 2 },
    { template: "deadline_extended", language: "en", count: 1 },
  ],
  cancelled: 0,
  against: [],
  line: null,
};
const row = (id: string, name: string) => ({
  id,
  name,
  person: "Davide Conti",
  email: "davide@example.org",
  number: null,
  state: "complete",
  steps: [{ filled: 1, required: 1 }],
  saved_at: "2026-12-31T20:40:00.000Z",
  extended_until: null,
  troubles: [],
});
const ROWS = [row("a", "Onda Quieta"), row("b", "Passo Lento"), row("c", "Isola che Pensa")];
const LIST = {
  edition: 2026,
  current: true,
  closes_at: "2026-12-31T23:00:00.000Z",
  applications: ROWS,
  total: 12,
  states: { begun: 0, complete: 12, sent: 0, changed: 0, withdrawn: 0 },
  extended: 0,
  troubles: { refused: 0, mail_failed: 0, unconfirmed: 0 },
  next: null,
  previous: null,
};

type Body = {
  plan?: string;
  reason?: string;
  typed?: number;
  anyway?: boolean;
  selection?: unknown;
};
const posted: { path: string; body: Body }[] = [];
const refusal = (code: string, status: number, data: object = {}) =>
  Response.json({ code, message: code, data: { status, ...data } }, { status });

function backEnd(answer: (body: Body) => Response, list: object = LIST) {
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "GET") return Response.json(list);
    const body = (await request.json()) as Body;
    posted.push({ path: new URL(request.url).pathname, body });
    return answer(body);
  });
}
const kept = (plan: Plan) => Response.json({ ...plan, done: true, line: 1482 });
const last = () => posted.at(-1)?.body;

beforeEach(() => {
  posted.length = 0;
  // jsdom has no modal dialogs; a browser gives the focus back on closing.
  const before = new WeakMap<HTMLElement, Element | null>();
  HTMLDialogElement.prototype.showModal = function showModal() {
    before.set(this, document.activeElement);
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
    (before.get(this) as HTMLElement | null)?.focus();
  };
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function page(
  ui: React.ReactElement,
  language: Language = "it",
  role: Role = "staff",
  proved?: Proved,
) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(meQuery(language).queryKey, { roles: ["applicant", role] } as never);
  const { title, keys } = MESSAGES[language].staff;
  const whole = (
    <QueryClientProvider client={client}>
      <ProofContext value={proved ?? ((work) => work())}>{ui}</ProofContext>
      <Toaster label={title} closeLabel={keys.close} />
    </QueryClientProvider>
  );
  return { client, ...render(withWords(whole, language)) };
}

const TO_IDS = { selection: { ids: ["a", "b", "c"] }, until: "2027-01-02T18:00" };
function sheet(
  more: Partial<Parameters<typeof ActDialog>[0]> = {},
  language?: Language,
  proved?: Proved,
) {
  const onDone = vi.fn();
  page(
    <ActDialog
      endpoint={extendApplications}
      decided={TO_IDS}
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
const act = (name: RegExp) => screen.findByRole("button", { name });
const why = (text = "guasto") =>
  fireEvent.change(screen.getByRole("textbox", { name: /Motivo|Reason/ }), {
    target: { value: text },
  });

describe("the sheet of an act", () => {
  test.each([
    ["it", /Proroga 3 scadenze/, /2 email «Hai più tempo» in italiano/, /Contato alle 21:42/],
    ["en", /Extend 3 deadlines/, /2 mails “You have more time” in Italian/, /Counted at 21:42/],
  ] as const)(
    "says what happens, as it was counted, and makes just that (%s)",
    async (language, verb, mail, at) => {
      backEnd((body) => (body.plan ? kept(PLAN) : Response.json(PLAN)));
      const onDone = sheet({}, language);
      const button = await act(verb);
      expect(posted).toEqual([
        { path: "/wp-json/wp/v2/staff/applications/extension", body: TO_IDS },
      ]);
      expect(screen.getByText(mail)).toBeTruthy();
      await waitFor(() => expect(screen.getByText(at)).toBeTruthy());
      // Without a reason nothing is asked for.
      fireEvent.click(button);
      const reason = screen.getByRole("textbox", { name: /Motivo|Reason/ });
      await waitFor(() => expect(reason.getAttribute("aria-invalid")).toBe("true"));
      expect(posted).toHaveLength(1);
      await expectAccessible(document.body);
      why();
      fireEvent.click(button);
      await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
      expect(last()).toEqual({ ...TO_IDS, reason: "guasto", plan: HASH.one });
      expect(await screen.findByText(/1[.,]?482/)).toBeTruthy();
    },
  );

  test("asks for no reason where a click is enough", async () => {
    backEnd((body) => (body.plan ? kept(PLAN) : Response.json(PLAN)));
    const onDone = sheet({ endpoint: { ...extendApplications, confirm: { step: "click" } } });
    fireEvent.click(await act(/Proroga 3/));
    await waitFor(() => expect(onDone).toHaveBeenCalled());
    expect(last()).toEqual({ ...TO_IDS, plan: HASH.one });
    expect(screen.queryByRole("textbox")).toBeNull();
  });

  test("asks for the number to be typed back above what the endpoint says", async () => {
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
    expect(posted).toHaveLength(1);
    fireEvent.change(typed, { target: { value: "12" } });
    fireEvent.click(button);
    await waitFor(() => expect(onDone).toHaveBeenCalled());
    expect(last()).toMatchObject({ typed: 12, plan: HASH.one });
  });

  test("asks for a key where it takes one, and does nothing without", async () => {
    backEnd((body) => (body.plan ? refusal("key_required", 403) : Response.json(PLAN)));
    const asked = vi.fn<Proved>((work) => work());
    const onDone = sheet(
      { endpoint: { ...extendApplications, proof: "key", confirm: { step: "key" } } },
      "it",
      asked as Proved,
    );
    const button = await act(/Proroga 3/);
    expect(asked).not.toHaveBeenCalled();
    why();
    fireEvent.click(button);
    expect((await screen.findByRole("alert")).textContent).toContain("Non è successo niente.");
    expect(asked).toHaveBeenCalledOnce();
    expect(onDone).not.toHaveBeenCalled();
  });

  test("applies nothing once a colleague was faster: it shows the difference and the new number", async () => {
    const now: Plan = {
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

  test("sends the number that was counted with a selection that has grown, and says so", async () => {
    const grown = { ...PLAN, against: [{ name: "announced", count: 2 }] };
    backEnd((body) => (body.plan ? kept(grown) : Response.json(grown)));
    const query = { state: "complete" };
    const onDone = sheet({ count: 4, decided: { ...TO_IDS, selection: { query, count: 4 } } });
    const button = await act(/Proroga 3/);
    expect(screen.getByText("Erano 4, adesso sono 5.")).toBeTruthy();
    // What stands against some has to be left out on purpose.
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

  test("cannot be made to nobody, nor before it is decided or counted", async () => {
    const none = {
      ...PLAN,
      count: 0,
      effects: [],
      mails: [],
      against: [{ name: "not_later", count: 3 }],
    };
    backEnd(() => Response.json(none));
    sheet();
    expect(await screen.findByText("Non succederebbe a nessuno.")).toBeTruthy();
    expect(screen.getByText(/Per 3 non sarebbe tempo in più/)).toBeTruthy();
    fireEvent.submit(document.querySelector("form") as HTMLFormElement);
    expect(posted).toHaveLength(1);
  });

  test("says when it could not be counted, and counts again", async () => {
    let works = false;
    backEnd(() => (works ? Response.json(PLAN) : refusal("unavailable", 503)));
    sheet();
    expect((await screen.findByRole("alert")).textContent).toContain(
      "Non è stato possibile contare.",
    );
    works = true;
    fireEvent.click(screen.getByRole("button", { name: "Conta di nuovo" }));
    expect(await act(/Proroga 3/)).toBeTruthy();
  });
});

describe("the applications and what is chosen of them", () => {
  const rowOf = (id: string) => document.querySelector(`[data-row="${id}"]`) as HTMLElement;
  async function list(role: Role = "staff", more: object = {}) {
    backEnd((body) => (body.plan ? kept(PLAN) : Response.json(PLAN)), { ...LIST, ...more });
    page(<Applications />, "it", role);
    await screen.findByText("Onda Quieta");
    // jsdom does not know <search> yet, and React says so, once.
    const said = vi.mocked(console.error).mock.calls;
    const at = said.findIndex((words) => words[1] === "search");
    if (at >= 0) said.splice(at, 1);
  }

  test("are chosen and acted upon by keys, and Esc leads back to the row", async () => {
    await list();
    rowOf("a").focus();
    fireEvent.keyDown(rowOf("a"), { key: "x" });
    fireEvent.keyDown(rowOf("c"), { key: "X", shiftKey: true });
    expect(screen.getByText("3 candidature scelte")).toBeTruthy();
    rowOf("b").focus();
    fireEvent.keyDown(rowOf("b"), { key: "p" });
    const dialog = await screen.findByRole("dialog", { name: "Proroga a 3 candidature" });
    expect(document.activeElement).toBe(within(dialog).getByLabelText("Giorno"));
    expect(posted).toEqual([]);
    fireEvent.change(within(dialog).getByLabelText("Giorno"), { target: { value: "2027-01-02" } });
    await act(/Proroga 3 scadenze/);
    expect(last()).toEqual({ selection: { ids: ["a", "b", "c"] }, until: "2027-01-02" });
    fireEvent(dialog, new Event("close"));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(document.activeElement).toBe(rowOf("b"));
    expect(screen.getByText("3 candidature scelte")).toBeTruthy();
  });

  test("are chosen by the page, and by all that match, with the very query and number", async () => {
    vi.mocked(useSearchParams).mockReturnValue(new URLSearchParams("state=complete") as never);
    await list();
    fireEvent.keyDown(rowOf("a"), { key: "a" });
    expect(screen.getByText("3 candidature scelte")).toBeTruthy();
    fireEvent.keyDown(rowOf("a"), { key: "a" });
    const bar = screen.getByRole("region", { name: "Selezione" });
    expect(within(bar).getByRole("status").textContent).toBe("Tutte le 12 che corrispondono");
    fireEvent.click(within(bar).getByRole("button", { name: "Ricorda" }));
    await screen.findByRole("dialog", { name: "Ricorda a 12 candidature" });
    await waitFor(() => expect(posted).toHaveLength(1));
    expect(last()).toEqual({ selection: { query: { state: "complete" }, count: 12 } });
    fireEvent(screen.getByRole("dialog"), new Event("close"));
    const link = within(bar).getByRole("link", { name: /Esporta tutte le 12/ });
    expect(link.getAttribute("href")).toBe(
      "/wp-json/wp/v2/staff/applications/export?state=complete",
    );
    fireEvent.click(within(bar).getByRole("button", { name: "Solo queste 3" }));
    expect(screen.getByText("3 candidature scelte")).toBeTruthy();
    fireEvent.click(within(bar).getByRole("button", { name: "Nessuna" }));
    expect(screen.queryByRole("region", { name: "Selezione" })).toBeNull();
    vi.mocked(useSearchParams).mockReturnValue(new URLSearchParams() as never);
  });

  test.each([
    ["auditor", {}, "Il tuo ruolo legge soltanto."],
    ["staff", { current: false }, /non è quella in corso/],
  ] as const)("cannot be acted upon by an %s, with the reason (%o)", async (role, more, reason) => {
    await list(role, more);
    rowOf("a").focus();
    fireEvent.keyDown(rowOf("a"), { key: "p" });
    expect(screen.queryByRole("dialog")).toBeNull();
    fireEvent.keyDown(rowOf("a"), { key: "x" });
    expect(screen.getAllByText(reason)).toHaveLength(3);
    fireEvent.click(screen.getByRole("button", { name: "Proroga" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.getAllByRole("link", { name: /Esporta/ })).toHaveLength(2);
  });
});
