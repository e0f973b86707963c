import { createTranslator } from "next-intl";
import { describe, expect, test, vi } from "vitest";
import { readConfig } from "@/backend/config";
import { openLibrary } from "@/backend/content/library";
import { renderMail } from "@/backend/mail/render";
import { Eligibility } from "@/components/site/call/eligibility";
import { Funnel } from "@/components/site/home/funnel";
import { DEFAULT_PLACES } from "@/contract/edition-figures";
import { FIGURES } from "@/contract/quoted-numbers";
import { MESSAGES, renderWithWords } from "../support/render";

/** Changed numbers of the contract, as for a programme with other rules. */
const CHANGED = vi.hoisted(() => ({
  teamMax: 77,
  pitchSlides: 88,
  pitchMegabytes: 222,
  preSelected: 44,
  sendsPerHour: 33,
}));

vi.mock("@/contract/project/project-fields", async (original) => {
  const fields = await original<typeof import("@/contract/project/project-fields")>();
  const pitch = { ...fields.PROJECT_FIELDS.pitch, maxBytes: CHANGED.pitchMegabytes * 1024 * 1024 };
  const PROJECT_FIELDS = { ...fields.PROJECT_FIELDS, pitch };
  return { ...fields, TEAM_MAX: CHANGED.teamMax, PROJECT_FIELDS };
});
vi.mock("@/contract/project/uploads", async (original) => ({
  ...(await original<object>()),
  DECK_MAX_SLIDES: CHANGED.pitchSlides,
}));
vi.mock("@/contract/edition-figures", async (original) => {
  const figures = await original<typeof import("@/contract/edition-figures")>();
  const DEFAULT_PLACES = { ...figures.DEFAULT_PLACES, pre_selected: CHANGED.preSelected };
  return { ...figures, DEFAULT_PLACES };
});
vi.mock("@/contract/limits", async (original) => ({
  ...(await original<object>()),
  SENDS_PER_HOUR: CHANGED.sendsPerHour,
}));

/** Returns every message of a message catalogue with its key, joined with dots. */
function flat(value: object, path = ""): [string, string][] {
  return Object.entries(value).flatMap(([key, one]): [string, string][] =>
    typeof one === "string" ? [[path + key, one]] : flat(one, `${path}${key}.`),
  );
}

const names = Object.keys(CHANGED) as (keyof typeof CHANGED)[];

describe.each(["it", "en"] as const)("changed figures in %s", (locale) => {
  test.each(names)("each message with %s shows the changed figure", (name) => {
    const t = createTranslator({ locale, messages: MESSAGES[locale] }) as unknown as {
      markup: (key: string, values: object) => string;
    };
    const keys = flat(MESSAGES[locale]).flatMap(([key, text]) =>
      text.includes(`{${name}, number}`) ? [key] : [],
    );
    expect(keys).not.toEqual([]);
    for (const key of keys) {
      const said = t.markup(key, { ...FIGURES, formats: ".pdf", br: () => " " });
      expect(said, key).toContain(String(CHANGED[name]));
    }
  });

  test("the call and the form name the same time for an application", () => {
    const { call, steps } = MESSAGES[locale];
    for (const text of [call.how.text, steps.before.time]) {
      expect(text).toContain("{applicationMinutes, number}");
    }
  });

  test("the mail about the incubation shows the changed figure", () => {
    const config = readConfig({
      DATABASE_URL: "postgres://127.0.0.1/x",
      SMTP_URL: "smtp://127.0.0.1:25",
      SITE_URL: "https://slancio.example/",
      TOKEN_SECRET: "a secret of the tests, long enough to be one",
    });
    const data = { first_name: "Giulia", project: "Filò" };
    const mail = renderMail({ template: "decision_incubation", language: locale, data }, config);
    expect(mail.text).toContain(`${CHANGED.teamMax} p`);
  });

  test("the questions of the call show the changed figures", () => {
    const faq = openLibrary("content")("pages", locale).find(({ item }) => item.slug === "faq");
    for (const name of ["teamMax", "pitchSlides", "pitchMegabytes", "preSelected"] as const) {
      expect(faq?.item.content?.rendered).toContain(`${CHANGED[name]} `);
    }
  });

  test("the call's pages show the changed figures", () => {
    const rules = renderWithWords(<Eligibility />, locale).container;
    expect(rules.textContent).toContain(String(CHANGED.teamMax));
    const funnel = renderWithWords(<Funnel />, locale).container;
    const [first] = funnel.querySelectorAll("li");
    expect(first?.textContent).toMatch(new RegExp(`^${CHANGED.preSelected} `));
    expect(funnel.querySelector("h2")?.textContent).toContain(String(CHANGED.preSelected));
  });

  test("content and pages show the places of an edition", () => {
    const places = { ...DEFAULT_PLACES, pre_selected: 41 };
    const faq = openLibrary("content")("pages", locale, places).find(
      ({ item }) => item.slug === "faq",
    );
    expect(faq?.item.content?.rendered).toContain("41 pre");
    const funnel = renderWithWords(<Funnel places={places} />, locale).container;
    expect(funnel.querySelector("li")?.textContent).toMatch(/^41 /);
    expect(funnel.querySelectorAll("li:first-child [aria-hidden] > span > span")).toHaveLength(41);
  });
});
