import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { LANGUAGES, type Language } from "@/contract/languages";
import { type LeftOut as LeftOutReason, NO_TEXTS } from "@/contract/staff/letters";
import type { ActionPreview } from "@/contract/staff/preview";
import { expectAccessible } from "@/tests/support/axe";
import { MESSAGES } from "@/tests/support/render";
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
import { LetterDialog } from "./letter-dialog";

const push = vi.hoisted(() => vi.fn());
vi.mock("next/navigation", async (original) => ({
  ...(await original<object>()),
  useSearchParams: () => new URLSearchParams(),
}));
vi.mock("@/lib/i18n/navigation", () => ({
  useRouter: () => ({ push }),
  Link: (props: object) => <a {...props} />,
}));

// Allow more time per test, because tests that render whole pages take several seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });
configure({ asyncUtilTimeout: 10_000 });

afterEach(() => {
  vi.unstubAllGlobals();
  push.mockClear();
});

const SELECTION = { query: { state: "complete" as const }, count: 12 };
const MAIL = {
  from: "Slancio <ciao@slancio.example>",
  to: "Ada Rossi <ada@example.org>",
  subject: "Manca poco",
  language: "it",
  title: "Manca poco",
  paragraphs: ["Ciao Ada,", "Restano tre giorni.", "Restano tre giorni."],
  details: [],
  button: "Apri la tua area",
  note: null,
  footer: "Slancio",
};
const LETTER_PLAN: ActionPreview = {
  ...PLAN,
  count: 11,
  effects: [{ name: "letter_queued", count: 11 }],
  mails: [{ template: "letter", language: "it", count: 11 }],
  against: [{ name: "letter_unconfirmed", count: 1 }],
};
const only = (...languages: Language[]) =>
  languages.map((language) => ({ language, count: language === "it" ? 11 : 1 }));
const isPreview = () => posted.at(-1)?.path.endsWith("/preview");
const isLeftOut = () => posted.at(-1)?.path.endsWith("/left-out");
const NOBODY = { people: [], total: 0 };

function Sheet({ onDone }: { onDone: () => void }) {
  const [texts, onTexts] = useState(NO_TEXTS);
  return (
    <LetterDialog
      selection={SELECTION}
      count={12}
      {...{ texts, onTexts, onDone }}
      onClose={() => {}}
    />
  );
}
function write(
  languages = only("it"),
  answer?: (plan: boolean) => Response,
  locale?: Language,
  leftOut: (from: number) => object = () => NOBODY,
  missing: object[] = [],
) {
  const onDone = vi.fn();
  backEnd((body) => {
    if (isLeftOut()) return Response.json(leftOut((body as { from?: number }).from ?? 0));
    if (isPreview()) return Response.json({ languages, mail: MAIL, of: 11, missing });
    if (posted.at(-1)?.path.endsWith("/test")) return Response.json({ to: "rita@example.org" });
    return (
      answer?.(body.plan !== undefined) ??
      (body.plan ? kept(LETTER_PLAN) : Response.json(LETTER_PLAN))
    );
  });
  page(<Sheet onDone={onDone} />, locale);
  return onDone;
}
const type = (name: RegExp, value: string) =>
  fireEvent.change(screen.getByRole("textbox", { name }), { target: { value } });
const queued = () => posted.filter(({ path }) => path.endsWith("/letters"));

describe("the dialog of a letter", () => {
  test.each([
    [
      "it",
      /Oggetto in italiano/,
      /Testo in italiano/,
      /Metti in coda 11/,
      /Motivo/,
      /Per confermare/,
      /Lascia fuori/,
    ],
    [
      "en",
      /Subject in Italian/,
      /Text in Italian/,
      /Queue 11/,
      /Reason/,
      /To confirm/,
      /[Ll]eave out/,
    ],
  ] as const)(
    "a letter is written, previewed, and queued as previewed (%s)",
    async (locale, subject, text, verb, why, typed, out) => {
      const onDone = write(only("it"), undefined, locale);
      const dialog = within(await screen.findByRole("dialog"));
      expect(document.activeElement).toBe(dialog.getByRole("textbox", { name: subject }));
      expect(await dialog.findByRole("article")).toBeTruthy();
      // The letter is incomplete, so the page requests no preview.
      expect(queued()).toEqual([]);
      type(subject, "Manca poco");
      type(text, "Restano tre giorni.");
      await act(verb);
      const texts = { ...NO_TEXTS, it: { subject: "Manca poco", text: "Restano tre giorni." } };
      expect(queued()).toEqual([
        { path: "/wp-json/wp/v2/staff/letters", body: { selection: SELECTION, texts } },
      ]);
      await expectAccessible(document.body);
      type(why, "ultima sera");
      type(typed, "11");
      fireEvent.click(screen.getByRole("checkbox", { name: out }));
      fireEvent.click(await act(verb));
      await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
      expect(queued().at(-1)?.body).toMatchObject({
        ...{ selection: SELECTION, texts, plan: HASH.one, typed: 11, anyway: true },
      });
      expect(push).toHaveBeenCalledWith("/dashboard/regia/email/lettere");
    },
  );

  test("a letter cannot be sent before every recipient's language has a text", async () => {
    write(only("it", "en"));
    await screen.findByRole("article");
    type(/Oggetto in italiano/, "Manca poco");
    type(/Testo in italiano/, "Restano tre giorni.");
    await screen.findByText(/la legge una persona/);
    await waitFor(() => expect(last()).toMatchObject({ texts: { it: { subject: "Manca poco" } } }));
    expect(queued()).toEqual([]);
    type(/Oggetto in inglese/, "Nearly there");
    type(/Testo in inglese/, "Three days are left.");
    await act(/Metti in coda 11/);
    expect(queued()).toHaveLength(1);
  });

  test.each(LANGUAGES)(
    "a letter lists the skipped recipients with reasons, page by page (%s)",
    async (locale) => {
      const t = MESSAGES[locale].staff.letters;
      const one = (id: string, name: string, why: LeftOutReason) => ({
        ...{ id, person: `u${id}`, name, why },
      });
      write(only("it"), undefined, locale, (from) => ({
        total: 2,
        people: [from ? one("2", "", "letter_gone") : one("1", "Ada Rossi", "letter_unconfirmed")],
      }));
      fireEvent.click(await screen.findByText(/: 2/));
      const ada = screen.getByRole("link", { name: "Ada Rossi" });
      expect(ada.getAttribute("href")).toBe("/dashboard/regia/persone/u1");
      expect(ada.getAttribute("target")).toBe("_blank");
      const hrefs = screen
        .getAllByRole("link", { name: /Ada Rossi$/ })
        .map((a) => a.getAttribute("href"));
      expect(hrefs[1]).toBe("/dashboard/regia/candidature/1");
      expect(screen.getByText(t.why.letter_unconfirmed)).toBeTruthy();
      fireEvent.click(screen.getByRole("button", { name: t.moreNames }));
      expect(await screen.findByText(t.why.letter_gone)).toBeTruthy();
      expect(screen.getByRole("link", { name: t.nameless })).toBeTruthy();
      expect(screen.queryByRole("button", { name: t.moreNames })).toBeNull();
      await expectAccessible(document.body);
    },
  );

  test("the letter's preview browses recipients and sends a test to the author", async () => {
    write();
    await screen.findByRole("article");
    const dialog = within(screen.getByRole("dialog"));
    expect(screen.getByText("1 di 11")).toBeTruthy();
    // The dialog previews the first email, so the button to the previous email is disabled.
    const before = screen.getByRole("button", { name: "Precedente" });
    expect(before.getAttribute("aria-disabled")).toBe("true");
    expect(before.dataset.disabled).toBe("true");
    fireEvent.click(screen.getByRole("button", { name: "Successiva" }));
    await waitFor(() => expect(last()).toMatchObject({ place: 2 }));
    const test = () => screen.getByRole("button", { name: "Manda una prova a me" });
    fireEvent.click(test());
    expect(posted.some(({ path }) => path.endsWith("/test"))).toBe(false);
    type(/Oggetto in italiano/, "Manca poco");
    type(/Testo in italiano/, "Restano tre giorni.");
    await waitFor(() => expect(test().getAttribute("aria-disabled")).not.toBe("true"));
    fireEvent.click(test());
    expect(await dialog.findByText(/^La prova è in coda per rita@example\.org\./)).toBeTruthy();
    const sent = posted.find(({ path }) => path.endsWith("/test"));
    expect(sent?.body).toEqual({
      language: "it",
      subject: "Manca poco",
      text: "Restano tre giorni.",
      as: { selection: SELECTION, place: 2 },
    });
  });

  test.each(LANGUAGES)(
    "placeholders are inserted by button, mistakes are named, and a letter with one is not sent (%s)",
    async (locale) => {
      const t = MESSAGES[locale].staff.letters;
      write(only("it"), undefined, locale);
      await screen.findByRole("article");
      const text = locale === "it" ? /Testo in italiano/ : /Text in Italian/;
      type(locale === "it" ? /Oggetto in italiano/ : /Subject in Italian/, "Manca poco");
      type(text, "Ciao ");
      fireEvent.focus(screen.getByRole("textbox", { name: text }));
      fireEvent.click(screen.getAllByRole("button", { name: t.placeholder.project })[0]!);
      const area = screen.getByRole<HTMLTextAreaElement>("textbox", { name: text });
      expect(area.value).toBe("Ciao {progetto}");
      type(text, "Ciao {proggetto}");
      expect((await screen.findByRole("alert")).textContent).toContain("{proggetto}");
      const asked = queued().length;
      await new Promise((done) => setTimeout(done, 1000));
      expect(queued()).toHaveLength(asked);
      await expectAccessible(document.body);
    },
  );

  test("recipients without a value are counted, and a text in its place is added to the letter", async () => {
    const missing = [{ placeholder: "project", replaced: 0, skipped: 3 }];
    write(only("it"), undefined, undefined, undefined, missing);
    await screen.findByRole("article");
    type(/Oggetto in italiano/, "Manca poco");
    type(/Testo in italiano/, "Per {progetto}.");
    expect(await screen.findByText(/A 3 persone manca: Progetto/)).toBeTruthy();
    type(/Al posto di \{progetto\}/, "il tuo progetto");
    fireEvent.click(screen.getByRole("button", { name: "Usa questo testo" }));
    const area = screen.getByRole<HTMLTextAreaElement>("textbox", { name: /Testo in italiano/ });
    expect(area.value).toBe("Per {progetto|il tuo progetto}.");
  });

  test("after a colleague's change, the dialog of a letter shows the change and queues nothing", async () => {
    const had: ActionPreview = {
      ...LETTER_PLAN,
      ...{ plan: HASH.two, count: 0, effects: [{ name: "letter_queued", count: 0 }], mails: [] },
      against: [{ name: "letter_had", count: 12 }],
    };
    const onDone = write(only("it"), (made) =>
      made ? refusal("plan_changed", 412, { current: had }) : Response.json(LETTER_PLAN),
    );
    await screen.findByRole("article");
    type(/Oggetto in italiano/, "Manca poco");
    type(/Testo in italiano/, "Restano tre giorni.");
    await act(/Metti in coda 11/);
    type(/Motivo/, "ultima sera");
    type(/Per confermare/, "11");
    fireEvent.click(screen.getByRole("checkbox", { name: /Lascia fuori/ }));
    fireEvent.click(await act(/Metti in coda 11/));
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("A 12 persone questo testo è già stato mandato");
    expect(onDone).not.toHaveBeenCalled();
  });
});
