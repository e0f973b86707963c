import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useSearchParams } from "next/navigation";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LANGUAGES, type Language } from "@/contract/languages";
import type { Role } from "@/contract/roles";
import { expectAccessible } from "@/tests/support/axe";
import { kept, last, PLAN, page, posted } from "@/tests/support/staff-actions";
import { Mails } from "./mails";
import { Templates } from "./templates";

vi.mock("next/navigation", async (original) => ({
  ...(await original<object>()),
  useSearchParams: vi.fn(() => new URLSearchParams()),
}));
vi.mock("@/lib/i18n/navigation", () => ({
  useRouter: () => ({ push: vi.fn() }),
  Link: (props: object) => <a {...props} />,
}));

// Allow more time per test, because tests that render whole pages take several seconds on a busy machine.
vi.setConfig({ testTimeout: 30_000 });
configure({ asyncUtilTimeout: 5_000 });

const AT = "2026-12-31T20:42:00.000Z";
const row = (id: string, state: string, more: object = {}) => ({
  id,
  template: "application_sent",
  language: "it",
  subject: `Candidatura inviata: ricevuta 2026-00010${id}`,
  recipient: `p${id}@example.org`,
  person: "Matteo Righi",
  account: null,
  state,
  queued_at: "2026-12-31T20:08:00.000Z",
  left_at: state === "stuck" ? null : "2026-12-31T20:40:00.000Z",
  next_at: null,
  attempts: 10,
  says: null,
  link_until: null,
  resend_blocker: null,
  ...more,
});
const FORGOTTEN = { resend_blocker: "mail_forgotten" };
const MAILS: Record<string, object[]> = {
  stuck: [row("1", "stuck", { link_until: "2026-12-31T21:08:00.000Z" })],
  failed: [
    row("2", "failed", { says: "550 5.1.1 User unknown", account: "g" }),
    row("3", "failed", { says: "552 5.2.2 Mailbox full", recipient: "", ...FORGOTTEN }),
  ],
  sent: [row("4", "sent", { says: "250 2.0.0 Ok" })],
};
const STATE = {
  at: AT,
  waiting: 1,
  failed: 2,
  stuck: 0,
  stuck_since: null,
  says: null,
  attempts: 0,
  next_at: null,
  taken_at: "2026-12-31T20:40:00.000Z",
  paused_since: null,
  trouble: null,
  minutes: [],
};
const STUCK = {
  ...STATE,
  stuck: 37,
  stuck_since: "2026-12-31T20:06:00.000Z",
  says: "421 4.7.0 Too many concurrent connections",
  attempts: 76,
  trouble: "refusing",
  minutes: [
    { at: "2026-12-31T20:05:00.000Z", taken: 9, waiting: 0 },
    { at: "2026-12-31T20:06:00.000Z", taken: 0, waiting: 2 },
  ],
};
const DOMAIN = {
  domain: "slancio.it",
  records: [
    { name: "SPF", at: "slancio.it", state: "there" },
    { name: "DKIM", at: "s1._domainkey.slancio.it", state: "unasked" },
    { name: "DMARC", at: "_dmarc.slancio.it", state: "missing" },
  ],
};
const TEMPLATE = {
  template: "confirm",
  title: "Conferma il tuo indirizzo",
  language: "it",
  from: "Slancio <ciao@slancio.example>",
  to: null,
  subject: "Conferma il tuo indirizzo email",
  html: "<!doctype html><html lang='it'><title>x</title><p>Ciao</p></html>",
};

let state: object;
let mails: Record<string, object[]>;
function answerTo(url: URL): unknown {
  const path = url.pathname;
  if (path.endsWith("/mails/state")) return state;
  if (path.endsWith("/mails/mailings")) return { mailings: [] };
  if (path.endsWith("/mails/domain")) return DOMAIN;
  if (path.endsWith("/mail-templates")) return { templates: [TEMPLATE] };
  if (path.includes("/mail-templates/")) return TEMPLATE;
  const asked = url.searchParams.get("state");
  const found = asked ? (mails[asked] ?? []) : Object.values(mails).flat();
  const states = Object.fromEntries(
    ["waiting", "stuck", "failed", "sent", "expired"].map((name) => [
      name,
      mails[name]?.length ?? 0,
    ]),
  );
  const rejecting = mails.failed?.length ?? 0;
  return { mails: found, total: found.length, states, rejecting, next: null, previous: null };
}
beforeEach(() => {
  state = STATE;
  mails = MAILS;
  vi.mocked(useSearchParams).mockReturnValue(new URLSearchParams() as never);
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "GET") return Response.json(answerTo(new URL(request.url)));
    const body = (await request.json()) as { plan?: string };
    posted.push({ path: new URL(request.url).pathname, body });
    const plan = { ...PLAN, count: 1, effects: [{ name: "mail_retried", count: 1 }], mails: [] };
    return body.plan ? kept(plan) : Response.json(plan);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

async function show(language: Language = "it", role: Role = "staff") {
  const shown = page(<Mails />, language, role);
  await screen.findByText(/slancio\.it/, { selector: "[data-tone] span" });
  // Remove React's warning about the element <search>, which jsdom does not know, because any other logged error fails
  // the test.
  const said = vi.mocked(console.error).mock.calls;
  const at = said.findIndex((words) => words[1] === "search");
  if (at >= 0) said.splice(at, 1);
  return shown;
}

const CASES: [string, () => void][] = [
  ["calm", () => {}],
  [
    "stuck",
    () => {
      state = STUCK;
    },
  ],
  [
    "silent",
    () => {
      state = { ...STUCK, trouble: "silent", says: null };
    },
  ],
  [
    "paused",
    () => {
      state = { ...STATE, paused_since: AT };
    },
  ],
  [
    "empty",
    () => {
      mails = {};
    },
  ],
];
test.each(LANGUAGES.flatMap((language) => CASES.map((one) => [language, ...one] as const)))(
  "the outbox has all texts in %s, %s, and no accessibility violation",
  async (language, _, given) => {
    given();
    const { container } = await show(language);
    expect(container.textContent).not.toMatch(/staff\.|[{}]|undefined|NaN/);
    await expectAccessible(container);
  },
);

test("emails are grouped by state, with the mail server's response and the actions", async () => {
  state = STUCK;
  await show();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("37 email ferme.");
  expect(screen.getByText(/421 4\.7\.0 Too many/)).toBeTruthy();
  const refused = await screen.findByRole("region", { name: "Non arrivate" });
  expect(within(refused).getAllByRole("row")).toHaveLength(3);
  expect(within(refused).getByText(/«550 5\.1\.1 User unknown»/)).toBeTruthy();
  expect(within(refused).getByText(/l’indirizzo non è più conservato\.$/)).toBeTruthy();
  expect(within(refused).getAllByRole("button", { name: /^Riprova «/ })).toHaveLength(1);
  expect(screen.getByText(/^Il link scade il 31 dicembre.* 22:08/)).toBeTruthy();
  expect(screen.getByText(/La prima aspetta da .*, dal 31 dicembre/)).toBeTruthy();
});

test("the emails of one bulk sending are a filter with a label that can be removed", async () => {
  vi.mocked(useSearchParams).mockReturnValue(
    new URLSearchParams("template=reminder_complete&day=2026-12-30") as never,
  );
  await show();
  expect(screen.getByText("Manca solo l’invio")).toBeTruthy();
  expect(screen.getByText("30 dicembre 2026")).toBeTruthy();
  expect(screen.queryByRole("region", { name: "Invii a molte persone" })).toBeNull();
});

test("the keys are listed beside the results, and move between emails", async () => {
  await show();
  const hints = screen.getByRole("list", { name: "Scorciatoie" });
  expect(hints.textContent).toBe("JKriga/cerca");
  const refused = await screen.findByRole("region", { name: "Non arrivate" });
  const rows = within(refused).getAllByRole("row");
  fireEvent.keyDown(within(refused).getByRole("table"), { key: "j" });
  expect(document.activeElement).toBe(rows[1]);
  fireEvent.keyDown(document.activeElement as Element, { key: "j" });
  expect(document.activeElement).toBe(rows[2]);
  fireEvent.keyDown(document.body, { key: "/" });
  expect(document.activeElement).toBe(screen.getByRole("searchbox"));
});

test("one email is retried with a click, and all matches with the exact query", async () => {
  await show();
  fireEvent.click(await screen.findByRole("button", { name: /^Riprova «/ }));
  const dialog = await screen
    .findByRole("dialog", { name: "Riprova un’email" })
    .catch(() => screen.findByRole("dialog", { name: "Rimanda un’email" }));
  await waitFor(() => expect(posted).toHaveLength(1));
  expect(posted[0]?.path).toMatch(/staff\/mails\/2\/resend$/);
  fireEvent(dialog, new Event("cancel"));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  fireEvent.click(screen.getByRole("button", { name: "Riprova tutte le 2" }));
  await screen.findByRole("dialog", { name: "Riprova 2 email" });
  await waitFor(() => expect(posted).toHaveLength(2));
  expect(last()).toEqual({ selection: { query: { state: "failed" }, count: 2 } });
});

test("an address that rejects emails can be corrected in the row, if it has an account", async () => {
  await show();
  const correct = await screen.findByRole("button", { name: /^Correggi l’indirizzo/ });
  expect(correct.closest("tr")?.textContent).toContain("p2@example.org");
  fireEvent.click(correct);
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText("Matteo Righi").closest("p")?.textContent).toContain("p2@example.org");
  fireEvent.change(dialog.getByRole("textbox", { name: /Nuovo indirizzo/i }), {
    target: { value: "p2@example.com" },
  });
  await waitFor(() => expect(posted).toHaveLength(1));
  expect(posted[0]?.path).toMatch(/staff\/people\/g\/email$/);
  expect(last()).toEqual({ email: "p2@example.com" });
});

test.each([
  ["it", /^Non si può rimandare: il suo link segreto non si conserva/, /^Rimanda/],
  ["en", /^It cannot be sent again: its secret link is not kept/, /^Send again/],
] as const)(
  "a delivered email with a secret link has a reason instead of a button (%s)",
  async (language, reason, button) => {
    mails = { sent: [row("4", "sent", { resend_blocker: "mail_link_gone" }), row("5", "sent")] };
    await show(language);
    expect(await screen.findByText(reason)).toBeTruthy();
    expect(screen.getAllByRole("button", { name: button })).toHaveLength(1);
  },
);

test("an auditor reads the outbox and cannot act", async () => {
  await show("it", "auditor");
  const button = await screen.findByRole("button", { name: /^Riprova «/ });
  expect(button.getAttribute("aria-disabled")).toBe("true");
});

test.each(LANGUAGES)("the preview of an email runs no scripts (%s)", async (language) => {
  const { container } = page(<Templates />, language);
  const frame = await screen.findByTitle(/Conferma il tuo indirizzo email/);
  expect(frame.getAttribute("sandbox")).toBe("");
  expect(frame.getAttribute("srcdoc")).toContain("Ciao");
  expect(container.textContent).not.toMatch(/staff\.|[{}]|undefined/);
});
