import { configure, fireEvent, screen, waitFor } from "@testing-library/react";
import { createTranslator } from "next-intl";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { LANGUAGES, perLanguage } from "@/contract/languages";
import type { Invitation } from "@/contract/users/invitation";
import { datesIn } from "@/lib/i18n/dates";
import { dated } from "@/lib/i18n/is-elided";
import { expectAccessible } from "@/tests/support/axe";
import { MESSAGES, renderWithWords } from "@/tests/support/render";
import { InvitationForm } from "./invitation-form";

vi.setConfig({ testTimeout: 60_000 });
configure({ asyncUtilTimeout: 10_000 });

const ASKED: Invitation = {
  edition: 2026,
  first_name: "Ada",
  projects: 176,
  hours: 44,
  opens_at: "2026-11-30T23:00:00.000Z",
  closes_at: "2027-03-03T23:00:00.000Z",
  answer_by: "2026-11-20T09:00:00.000Z",
  over: false,
  answer: null,
  capacity: null,
  languages: [],
  sectors: [],
  conflicts: [],
  words: "",
  begun: false,
};
const PASSWORD = "barcone-pesca-ottone";
let sent: { path: string; body: Record<string, unknown> }[];
beforeEach(() => {
  sent = [];
  vi.stubGlobal("fetch", async (input: Request | string, init?: RequestInit) => {
    const request = new Request(
      new URL(typeof input === "string" ? input : input.url, "http://x"),
      {
        method: "POST",
        body: typeof input === "string" ? (init?.body as string) : await input.text(),
      },
    );
    const body = JSON.parse(await request.text());
    sent.push({ path: new URL(request.url).pathname, body });
    if (sent.at(-1)?.path.endsWith("/no")) return new Response(null, { status: 204 });
    return Response.json({ ...ASKED, ...body });
  });
});
afterEach(() => vi.unstubAllGlobals());

const submit = () =>
  fireEvent.click(document.querySelector('button[type="submit"]') as HTMLButtonElement);
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label, { selector: "input, textarea" }), {
    target: { value },
  });

describe.each(LANGUAGES)("an invitation, in %s", (language) => {
  const t = MESSAGES[language].invitation;
  const account = MESSAGES[language].account;

  test("an expired invitation says so and asks nothing more", async () => {
    renderWithWords(
      <InvitationForm privacyHref="/policy/web.pdf" invitation={{ ...ASKED, over: true }} />,
      language,
    );
    const day = datesIn(language).date(new Date(ASKED.answer_by), { dateStyle: "long" });
    const say = createTranslator({
      locale: language,
      messages: MESSAGES[language],
      namespace: "invitation",
    });
    expect(screen.getByRole("status").textContent).toBe(say("over", dated("at", day)));
    expect(screen.queryByRole("radio")).toBeNull();
    await expectAccessible(document.body);
  });

  test("the invitation shows what is asked and requires one of three answers", async () => {
    renderWithWords(
      <InvitationForm privacyHref="/policy/web.pdf" invitation={ASKED} token="t" />,
      language,
    );
    for (const fact of ["176", /44/, /2026/, /24:00/, t.secretText]) {
      expect(screen.getAllByText(fact).length).toBeGreaterThan(0);
    }
    expect(screen.queryByLabelText(account.newPassword)).toBeNull();
    submit();
    await waitFor(() =>
      expect(screen.getAllByRole("radio")[0]?.ariaInvalid ?? "true").toBe("true"),
    );
    expect(sent).toEqual([]);
    expect(screen.getByRole("link", { name: /\(PDF\)/ }).getAttribute("href")).toBe(
      "/policy/web.pdf",
    );
    await expectAccessible(document.body);
  });

  test("an invitation to a later round names the round, and no number of projects", async () => {
    const round = { number: 2, names: perLanguage((one) => `Semifinal (${one})`) };
    const invitation = { ...ASKED, round, projects: 0, hours: 0 };
    renderWithWords(<InvitationForm privacyHref="/policy/web.pdf" {...{ invitation }} />, language);
    const term = screen.getByText(t.round, { selector: "dt" });
    expect(term.nextElementSibling?.textContent).toBe(round.names[language]);
    expect(screen.queryByText(t.projects)).toBeNull();
    expect(screen.queryByText(t.projectsNone)).toBeNull();
  });

  test('the answer "no" needs no password and can be changed', async () => {
    renderWithWords(
      <InvitationForm privacyHref="/policy/web.pdf" invitation={ASKED} token="t" />,
      language,
    );
    fireEvent.click(screen.getByLabelText(t.option.no));
    type(new RegExp(t.words.replace("?", "\\?")), "Non ho tempo");
    await expectAccessible(document.body);
    submit();
    expect(await screen.findByText(t.saved.no)).toBeTruthy();
    expect(sent).toEqual([
      {
        path: "/wp-json/wp/v2/users/invitation/no",
        body: { token: "t", words: "Non ho tempo" },
      },
    ]);
    expect(screen.getByText(t.mayChange)).toBeTruthy();
  });

  test('the answer "less" needs a limit, and a first password', async () => {
    renderWithWords(
      <InvitationForm privacyHref="/policy/web.pdf" invitation={ASKED} token="t" />,
      language,
    );
    fireEvent.click(screen.getByLabelText(t.option.less));
    type(account.newPassword, PASSWORD);
    type(account.repeatPassword, PASSWORD);
    submit();
    const capacity = screen.getByLabelText(new RegExp(t.capacity));
    await waitFor(() => expect(capacity.getAttribute("aria-invalid")).toBe("true"));
    expect(sent).toEqual([]);
    await expectAccessible(document.body);
    type(new RegExp(t.capacity), "40");
    fireEvent.click(screen.getByLabelText("English"));
    type(new RegExp(t.conflicts), "Forno Rossi\n\n Onda ");
    submit();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toEqual({
      token: "t",
      password: PASSWORD,
      answer: {
        answer: "less",
        capacity: 40,
        languages: ["en"],
        sectors: [],
        conflicts: ["Forno Rossi", "Onda"],
      },
    });
  });

  test("a signed-in account answers without a password, but not after it has started evaluating", async () => {
    const onAnswered = vi.fn();
    const { unmount } = renderWithWords(
      <InvitationForm privacyHref="/policy/web.pdf" invitation={ASKED} onAnswered={onAnswered} />,
      language,
    );
    fireEvent.click(screen.getByLabelText(t.option.yes));
    expect(screen.queryByLabelText(account.newPassword)).toBeNull();
    expect(screen.queryByLabelText(new RegExp(t.capacity))).toBeNull();
    fireEvent.click(screen.getByLabelText("Italiano"));
    type(new RegExp(t.conflicts), "Onda");
    submit();
    expect(await screen.findByText(t.saved.yes)).toBeTruthy();
    expect(sent[0]).toEqual({
      path: "/wp-json/wp/v2/users/me/invitation",
      body: { answer: "yes", languages: ["it"], sectors: [], conflicts: ["Onda"] },
    });
    expect(onAnswered).toHaveBeenCalledOnce();
    unmount();
    renderWithWords(
      <InvitationForm
        privacyHref="/policy/web.pdf"
        invitation={{ ...ASKED, answer: "less", begun: true }}
      />,
      language,
    );
    expect(screen.getByText(t.now.less)).toBeTruthy();
    expect(screen.getByText(t.begun)).toBeTruthy();
    expect(screen.queryByRole("radio")).toBeNull();
  });
});
