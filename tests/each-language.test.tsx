import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { createTranslator, NextIntlClientProvider } from "next-intl";
import type { ReactElement } from "react";
import { describe, expect, test, vi } from "vitest";
import NetworkPage, { generateMetadata } from "@/app/[locale]/(site)/network/page";
import { readConfig } from "@/backend/config";
import { isTemplate, mailMessages } from "@/backend/mail/messages";
import mails from "@/backend/mail/messages/it.json";
import selectionMails from "@/backend/mail/messages/selection.it.json";
import { renderMail } from "@/backend/mail/render";
import { ApplicationProvider } from "@/components/application/application-provider";
import { StepFrame } from "@/components/application/steps/step-frame";
import { LanguageSwitch } from "@/components/site/frame/language-switch";
import { LANGUAGE, LANGUAGES, type Language } from "@/contract/languages";
import { STEPS } from "@/contract/project/project-fields";
import { meQuery, projectQuery } from "@/lib/api/query";
import { pathFor, placeOf } from "@/lib/routes/path";
import { addressFor } from "@/lib/site/metadata";
import { answerOf } from "./support/people/answer";
import { MESSAGES } from "./support/render";

/*
 * Checks every language in contract/languages.ts. The test third-language.test.ts runs this file on a copy of the
 * repository with one more language.
 */

const page = vi.hoisted(() => ({ language: "" as never, path: "/" }));

vi.mock("next-intl/server", () => ({
  getLocale: async () => page.language,
  getMessages: async () => MESSAGES[page.language],
  getTranslations: async (namespace: string) =>
    createTranslator({
      locale: page.language,
      messages: MESSAGES[page.language] as never,
      namespace: namespace as never,
    }),
}));
vi.mock("next/navigation", async (original) => ({
  ...(await original<object>()),
  usePathname: () => page.path,
  useRouter: () => ({ push: vi.fn(), replace: vi.fn(), prefetch: vi.fn() }),
  useSearchParams: () => new URLSearchParams(),
}));
vi.mock("next/link", () => ({
  default: ({ prefetch: _, ...rest }: { prefetch?: boolean }) => <a {...rest} />,
}));
// Replace Next's cache and the preview, because the test runs outside Next.
vi.mock("next/cache", () => ({ unstable_cache: (read: unknown) => read }));
vi.mock("@/lib/content/preview/preview", () => ({ currentPreview: async () => null }));
vi.mock("@/components/content/preview-bar", () => ({ PreviewBar: () => null }));
// Replace the component CallBand by an empty component, because CallBand needs a server and an edition from a back end.
vi.mock("@/components/site/call/call-band", () => ({ CallBand: () => null }));

const TEMPLATES = Object.keys({ ...mails.templates, ...selectionMails }).filter(isTemplate);

/** Returns every text of a message catalogue. */
function textsOf(words: unknown): string[] {
  return typeof words === "object" && words !== null
    ? Object.values(words).flatMap(textsOf)
    : [String(words)];
}

/** Returns the texts on the page that are messages of another language. */
function foreignTexts(language: Language): string[] {
  const own = new Set(textsOf(MESSAGES[language]));
  const others = LANGUAGES.filter((other) => other !== language);
  const foreign = new Set(others.flatMap((other) => textsOf(MESSAGES[other])));
  const shown = [...document.body.querySelectorAll("*")]
    .flatMap((element) => [...element.childNodes])
    .filter((node) => node.nodeType === Node.TEXT_NODE)
    .map((node) => node.textContent ?? "")
    .filter((text) => /\p{L}{2}/u.test(text));
  expect(shown.filter((text) => own.has(text)).length).toBeGreaterThan(3);
  return shown.filter((text) => foreign.has(text) && !own.has(text));
}

function open(language: Language, path: string, ui: ReactElement) {
  Object.assign(page, { language, path: pathFor({ locale: language, path }) });
  return render(
    <NextIntlClientProvider locale={language} messages={MESSAGES[language]} timeZone="Europe/Rome">
      {ui}
    </NextIntlClientProvider>,
  );
}

vi.stubGlobal(
  "ResizeObserver",
  class {
    observe() {}
    disconnect() {}
  },
);

describe.each(LANGUAGES)("in the language %s", { timeout: 30_000 }, (language) => {
  test("a public page is completely in its language", async () => {
    Object.assign(page, { language });
    open(language, "/network", await NetworkPage());
    const { title } = MESSAGES[language].network;
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(title);
    expect(foreignTexts(language)).toEqual([]);
  });

  test("a page's metadata names its language and its address in each language", async () => {
    Object.assign(page, { language });
    const { openGraph, alternates } = await generateMetadata();
    expect(openGraph?.title).toBe(MESSAGES[language].network.metaTitle);
    expect(alternates?.canonical).toBe(addressFor(language, "/network"));
    for (const other of LANGUAGES) {
      expect(alternates?.languages).toHaveProperty([other], addressFor(other, "/network"));
      expect(placeOf(pathFor({ locale: other, path: "/network" }))).toEqual({
        locale: other,
        path: "/network",
      });
    }
  });

  test("the language switch names each language in itself and leads to the same page", () => {
    open(language, "/network", <LanguageSwitch />);
    for (const other of LANGUAGES) {
      const link = screen.getByRole("link", { name: new RegExp(LANGUAGE[other].name) });
      expect(link.getAttribute("href")).toBe(pathFor({ locale: other, path: "/network" }));
    }
  });

  test.each(STEPS)("the step %s of the application is in its language", async (step) => {
    const queries = new QueryClient();
    queries.setQueryData(meQuery(language).queryKey, USER);
    queries.setQueryData(projectQuery(language).queryKey, ANSWER);
    open(
      language,
      `/dashboard/project/${step}`,
      <QueryClientProvider client={queries}>
        <ApplicationProvider programme="Slancio" contactMail="ciao@slancio.example" looking={false}>
          <StepFrame step={step} />
        </ApplicationProvider>
      </QueryClientProvider>,
    );
    const { title } = MESSAGES[language].steps;
    expect(await screen.findByRole("heading", { level: 1 })).toHaveProperty(
      "textContent",
      title[step],
    );
    expect(foreignTexts(language)).toEqual([]);
  });

  test.each(TEMPLATES)("the mail %s is in its language", (template) => {
    const mail = renderMail({ template, language, data: DATA }, CONFIG);
    expect(mail.html).toContain(`<html lang="${language}">`);
    for (const one of LANGUAGES) {
      // Search the email for the longest part of its paragraphs without an argument. In a letter from staff, this part
      // is the greeting.
      const pieces = mailMessages(one, template).paragraphs.flatMap((text) =>
        text.split(/\{\w+\}/),
      );
      const [longest = ""] = pieces.sort((a, b) => b.length - a.length);
      expect(mail.text.includes(longest.trim()), longest).toBe(one === language);
    }
  });

  test("a mail's link leads to the page in its language", () => {
    const data = DATA;
    const mail = renderMail({ template: "confirm", language, data }, CONFIG);
    const words = mailMessages(language, "confirm");
    expect(mail.subject).toBe(words.subject.replace("{programme}", CONFIG.PROGRAMME_NAME));
    expect(mail.html).toContain(`lang="${language}"`);
    expect(mail.text).toContain(words.button);
    const path = pathFor({ locale: language, path: "/registration/confirm" });
    expect(mail.text).toContain(`https://slancio.example${path}?token=t`);
  });
});

const DATA = {
  token: "t",
  first_name: "Giulia",
  project: "Filò",
  number: "2026-000123",
  sent_at: "2026-09-30T21:30:00.000Z",
  at: "2026-01-15T08:05:09.000Z",
  sha256: "ab".repeat(32),
  device: "Firefox",
  provider: "Facebook",
  stage: "Finale",
  todo: "7",
  deadline: "2026-09-30T22:00:00.000Z",
  missing: "idea,pitch,team",
};
const CONFIG = readConfig({
  DATABASE_URL: "postgres://127.0.0.1/x",
  SMTP_URL: "smtp://127.0.0.1:25",
  SITE_URL: "https://slancio.example/",
  TOKEN_SECRET: "a secret of the tests, long enough to be one",
});
const USER = {
  id: "1",
  email: "giulia@example.org",
  first_name: "Giulia",
  last_name: "Ferraro",
  has_password: true,
  has_passkey: false,
  has_app: false,
  needs_second_factor: false,
  roles: ["applicant"],
} as never;
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const DATES = { opensAt: inDays(-10), closesAt: inDays(10) };
const ANSWER = answerOf({
  projectDeadlineAt: DATES.closesAt,
  edition: { year: 2026, ...DATES, afterSending: "editable_until_deadline" },
});
