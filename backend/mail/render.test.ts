import { describe, expect, test } from "vitest";
import { readConfig } from "../config";
import { isTemplate, mailMessages, type Template } from "./messages";
import en from "./messages/en.json";
import it from "./messages/it.json";
import enSelection from "./messages/selection.en.json";
import itSelection from "./messages/selection.it.json";
import { renderMail } from "./render";

const config = readConfig({
  DATABASE_URL: "postgres://127.0.0.1/x",
  SMTP_URL: "smtp://127.0.0.1:25",
  SITE_URL: "https://slancio.example/",
  TOKEN_SECRET: "a secret of the tests, long enough to be one",
});
const templates = Object.keys({ ...it.templates, ...itSelection }).filter(isTemplate);
const data = {
  token: "T0k_en-",
  first_name: "Giulia",
  project: "Filò <b>&",
  number: "2026-000123",
  sent_at: "2026-09-30T21:30:00.000Z",
  at: "2026-01-15T08:05:09.000Z",
  sha256: "ab".repeat(32),
  device: "Firefox · Linux",
  provider: "Facebook",
  stage: "Finale",
  todo: "7",
  deadline: "2026-09-30T22:00:00.000Z",
  missing: "idea,pitch,team",
};

/** Returns one line for each mail text of a language: its path in the messages, and its placeholders. */
function shape(value: unknown, path = ""): string[] {
  if (typeof value === "string") {
    return [`${path} ${[...value.matchAll(/\{\w+\}/g)].map(String).sort().join(" ")}`];
  }
  return Object.entries(value as object).flatMap(([key, one]) => shape(one, `${path}/${key}`));
}

test("both languages have the same mail texts with the same placeholders", () => {
  // Skip the word lists for deadlines and stages, because their length differs between the languages.
  const [italian, english] = [it, en].map(({ stated, ...texts }) => texts);
  expect(shape(english)).toEqual(shape(italian));
  expect(shape(enSelection)).toEqual(shape(itSelection));
});

describe.each(templates)("the mail %s", (template) => {
  test.each(["it", "en"] as const)("the mail is complete in %s", (language) => {
    const mail = renderMail({ template, language, data }, config);
    expect(mail.subject).not.toMatch(/[\r\n{}]/);
    expect(mail.subject.length).toBeLessThan(70);
    for (const body of [mail.text, mail.html]) expect(body).not.toMatch(/undefined|\{\w+\}/);
    expect(mail.html).toContain(`<html lang="${language}">`);
    expect(mail.html).not.toMatch(/<img|<script|<link/);
    const words = mailMessages(language, template);
    // The paragraph `{sentence}` of a decision mail is optional, so ignore it when looking for the last fixed text.
    const last = words.paragraphs.filter((text) => text !== "{sentence}").at(-1) ?? "";
    const fixed = last.split(/\{\w+\}/).toSorted((a, b) => b.length - a.length)[0] ?? "";
    // The template of a letter has no fixed last paragraph, because staff write the text.
    if (template !== "letter") expect(fixed).toBeTruthy();
    expect(mail.text).toContain(fixed.trim());
  });
});

describe("links in mails", () => {
  const linkIn = (template: Template, language: "it" | "en") =>
    /href="([^"]*token[^"]*)"/.exec(renderMail({ template, language, data }, config).html)?.[1];

  test("a mail's link leads to the page in the account's language, on the configured site only", () => {
    const site = "https://slancio.example";
    expect(linkIn("confirm", "it")).toBe(`${site}/registration/confirm?token=T0k_en-`);
    expect(linkIn("confirm", "en")).toBe(`${site}/en/registration/confirm?token=T0k_en-`);
    expect(linkIn("password_recovery", "it")).toBe(`${site}/login/password-reset?token=T0k_en-`);
    expect(linkIn("invitation", "en")).toBe(`${site}/en/login/invitation?token=T0k_en-`);
  });

  test("a mail's text part contains the link too", () => {
    const { text } = renderMail({ template: "confirm", language: "it", data }, config);
    expect(text).toContain("https://slancio.example/registration/confirm?token=T0k_en-");
  });
});

test("the receipt mail shows number, hash and the time in Rome", () => {
  const mail = renderMail({ template: "application_sent", language: "it", data }, config);
  for (const part of ["2026-000123", data.sha256, "30 settembre 2026", "23:30:00"]) {
    expect(mail.text).toContain(part);
  }
  const english = renderMail({ template: "application_sent", language: "en", data }, config);
  expect(english.text).toContain("30 September 2026");
  expect(english.subject).toBe("Application sent: receipt 2026-000123");
});

test("the receipt mail says what comes next, and until when changes are possible if they are", () => {
  const { deadline: _, ...fixed } = data;
  const textOf = (language: "it" | "en", known: Record<string, string>) =>
    renderMail({ template: "application_sent", language, data: known }, config).text;
  expect(textOf("it", data)).toContain("Puoi ancora modificare la candidatura fino alle ore");
  expect(textOf("en", data)).toContain("You can still edit it until");
  for (const [language, next] of [
    ["it", "gli esiti te li comunichiamo"],
    ["en", "email you the results"],
  ] as const) {
    expect(textOf(language, fixed).toLowerCase()).toContain(next.toLowerCase());
    expect(textOf(language, fixed)).not.toMatch(/modificare la|edit it/);
  }
});

test("a reminder shows the deadline in Rome, the time left when it is sent, and the missing parts", () => {
  const render = (language: "it" | "en", at: string, deadline = data.deadline) =>
    renderMail(
      { template: "reminder_incomplete", language, data: { ...data, deadline } },
      config,
      new Date(at),
    );
  const italian = render("it", "2026-09-29T22:00:30.000Z");
  expect(italian.subject).toBe("La tua candidatura non è completa: mancano 24 ore");
  expect(italian.text).toContain("ore 24:00 di mercoledì 30 settembre 2026, ora di Roma");
  expect(italian.text).toContain("descrizione dell’idea, pitch deck, almeno una persona nel team");
  const english = render("en", "2026-09-23T22:00:30.000Z");
  expect(english.subject).toBe("Your application is not finished: 7 days left");
  expect(english.text).toContain("until midnight at the end of Wednesday 30 September 2026, Rome");
  const left = (at: string) =>
    (["it", "en"] as const).map((language) => render(language, at).subject.split(": ").at(-1));
  expect(left("2026-09-24T07:00:30.000Z")).toEqual([
    "mancano 6 giorni e 15 ore",
    "6 days and 15 hours left",
  ]);
  expect(left("2026-09-29T20:59:30.000Z")).toEqual([
    "mancano 1 giorno e 1 ora",
    "1 day and 1 hour left",
  ]);
  expect(left("2026-09-30T07:27:00.000Z")).toEqual([
    "mancano 14 ore e 33 minuti",
    "14 hours and 33 minutes left",
  ]);
  expect(left("2026-09-30T19:00:40.000Z")).toEqual(["mancano 3 ore", "3 hours left"]);
  expect(left("2026-09-30T21:00:00.000Z")).toEqual(["mancano 60 minuti", "60 minutes left"]);
  expect(left("2026-09-30T21:20:00.000Z")).toEqual(["mancano 40 minuti", "40 minutes left"]);
  const night = render("it", "2027-10-30T10:00:00.000Z", "2027-10-31T01:30:00.000Z");
  expect(night.text).toContain("ore 02:30 di domenica 31 ottobre 2027");
});

test("a user's text is escaped in a mail's HTML", () => {
  const { html } = renderMail({ template: "application_sent", language: "it", data }, config);
  expect(html).toContain("Filò &lt;b&gt;&amp;");
});

test("an email to an unconfirmed address contains no text by the user who entered the address", () => {
  for (const template of ["confirm", "already_registered"] as const) {
    const { html, text, subject } = renderMail({ template, language: "it", data }, config);
    expect(html + text + subject).not.toContain("Giulia");
  }
});
