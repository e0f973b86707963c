import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { LANGUAGES } from "@/contract/languages";
import { AFTER_SENDING } from "@/contract/project/project-schemas";
import { FIGURES } from "@/contract/quoted-numbers";
import { MESSAGES } from "../support/render";

/** The Italian and the English word for each number. */
const WORDS: Record<number, [it: string, en: string]> = {
  2: ["due", "two"],
  3: ["tre", "three"],
  5: ["cinque", "five"],
  6: ["sei", "six"],
  7: ["sette", "seven"],
  8: ["otto", "eight"],
  10: ["dieci", "ten"],
  11: ["undici", "eleven"],
  15: ["quindici", "fifteen"],
  16: ["sedici", "sixteen"],
  20: ["venti", "twenty"],
  24: ["ventiquattro", "twenty-four"],
  30: ["trenta", "thirty"],
  50: ["cinquanta", "fifty"],
  60: ["sessanta", "sixty"],
  100: ["cento", "hundred"],
  10000: ["diecimila", "ten thousand"],
  50000: ["cinquantamila", "fifty thousand"],
};

/** Messages that contain a number of the programme by chance, each with the things that the message counts. */
const CHANCE: { why: string; numbers: number[]; places: string[] }[] = [
  { why: "which o of the title leaps", numbers: [2], places: ["international.titleLeap"] },
  {
    why: "things that are two",
    numbers: [2],
    places: [
      "home.return.text",
      "registration.interests.both",
      "project.conflict.title",
      "academy.tracks.title",
      "international.lead",
      "international.map.turkey.note",
      "international.morocco.who.text",
      "international.turkey.where.text",
      "international.stories.title",
      "about.return.text",
      "about.editions.note.2023",
      "search.short",
      "evaluation.votes.missed",
      "staff.act.against.reminder_twice",
      "staff.selection.details.help",
      "staff.dates.figures.help.applicants",
      "staff.act.mail.factor_reset_asked",
      "staff.person.lostFactor",
      "staff.team.lostFactor",
    ],
  },
  {
    why: "what everybody calls a code after the password",
    numbers: [2],
    places: [
      "profile.app.title",
      "backend/mail/messages/it.json templates.app_added.title",
      "backend/mail/messages/it.json templates.app_removed.title",
      "backend/mail/messages/it.json templates.factor_reset_asked.subject",
      "backend/mail/messages/it.json templates.factor_reset_done.subject",
    ],
  },
  {
    why: "three sheets and two lines",
    numbers: [2, 3],
    places: ["international.turkey.what.text"],
  },
  { why: "the range of an estimate", numbers: [2, 7], places: ["about.return.doubt"] },
  { why: "reCAPTCHA's version", numbers: [2], places: ["forms.captcha.noVersion"] },
  {
    why: "ten of what nobody counted",
    numbers: [10],
    places: ["steps.hint.challenge.text", "academy.about.business_plan"],
  },
  { why: "how long people clap", numbers: [11], places: ["about.beliefs.after.text"] },
  { why: "a ferry's minutes", numbers: [20], places: ["international.turkey.lead"] },
  { why: "the hours of a day", numbers: [24], places: ["errors.upload_quota"] },
  {
    why: "a day of September",
    numbers: [30],
    places: ["call.calendar.rule", "about.editions.note.2024"],
  },
  {
    why: "bounds of an age band, as its id has them",
    numbers: [30, 50],
    places: ["under_30", "30_50", "over_50"].map(
      (band) => `contract/project/option-messages.it.json age-${band}`,
    ),
  },
];

const CATALOGUES = [
  "messages",
  "backend/mail/messages",
  "backend/documents/messages",
  "backend/project/receipt/messages",
  "contract/project",
];

type Sentence = { place: string; it: string; en: string };

/** Returns every message of the catalogues, in both languages. */
function sentences(): Sentence[] {
  return CATALOGUES.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => /(^|\.)it\.json$/.test(name))
      .flatMap((name) => {
        const read = (file: string) =>
          flat(JSON.parse(readFileSync(`${folder}/${file}`, "utf8")), "");
        const english = new Map(read(name.replace(/it\.json$/, "en.json")));
        return read(name).map(([key, it]) => ({
          place: `${folder === "messages" ? "" : `${folder}/${name} `}${key}`,
          it,
          en: english.get(key) ?? "",
        }));
      }),
  );
}

function flat(value: unknown, path: string): [string, string][] {
  if (typeof value === "string") return [[path, value]];
  return Object.entries(value as object).flatMap(([key, one]) =>
    flat(one, path ? `${path}.${key}` : key),
  );
}

/**
 * Returns the numbers that a message contains, as digits or words. Ignores a number word inside the plural form for
 * this number (`=2 {due}`).
 */
function numbersIn(text: string, language: "it" | "en"): number[] {
  const forms: number[] = [];
  const said = text.replaceAll(/\{\w+(?=[,}])/g, "{");
  const rest = said.replaceAll(/=(\d+)\s*\{([^{}]*)\}/g, (_, own: string, form: string) => {
    forms.push(...numbersIn(form, language).filter((number) => number !== Number(own)));
    return " ";
  });
  const [thousands, decimal] = language === "it" ? [".", ","] : [",", "."];
  const digits = [...rest.matchAll(/(?<![\d:–-])\d+(?:[.,]\d+)*(?![\d:])/g)].map(([number]) =>
    Number(number.replaceAll(thousands, "").replace(decimal, ".")),
  );
  const spelled = Object.entries(WORDS).flatMap(([value, [it, en]]) =>
    new RegExp(`(?<!\\p{L})${language === "it" ? it : en}(?!\\p{L})`, "iu").test(rest)
      ? [Number(value)]
      : [],
  );
  return [...forms, ...digits, ...spelled];
}

/**
 * Returns the programme's numbers that a message contains as digits or words instead of as an argument. Italian "sei"
 * also means "you are", so it counts only if the English text contains six.
 */
function figuresSpelledOut({ it, en }: Pick<Sentence, "it" | "en">): number[] {
  const english = numbersIn(en, "en");
  const italian = numbersIn(it, "it").filter((number) => number !== 6 || english.includes(6));
  const figures = new Set<number>(Object.values(FIGURES));
  // Ignore the number one, because "un" is also the Italian article.
  return [...new Set([...italian, ...english])].filter((n) => n !== 1 && figures.has(n));
}

test("no sentence spells out a figure of the contract", () => {
  const byChance = (place: string) =>
    CHANCE.flatMap(({ places, numbers }) => (places.includes(place) ? numbers : []));
  const found = sentences().map((one) => ({ ...one, figures: figuresSpelledOut(one) }));
  const wrong = found.filter(({ place, figures }) =>
    figures.some((figure) => !byChance(place).includes(figure)),
  );
  expect(wrong).toEqual([]);
  const idle = CHANCE.flatMap(({ places }) => places).filter(
    (place) => !found.some((one) => one.place === place && one.figures.length > 0),
  );
  expect(idle, "a sentence that needs no exception any more").toEqual([]);
});

test("a number is found as a digit and as a word, in each plural form", () => {
  const spelled = (it: string, en: string) => figuresSpelledOut({ it, en }).sort((a, b) => a - b);
  expect(spelled("Al massimo cinque persone", "Five people at most")).toEqual([5]);
  expect(spelled("fino a 100 MB", "up to 100 MB")).toEqual([100]);
  expect(spelled("Un grant di 10.000 euro", "A grant of 10,000 euros")).toEqual([10_000]);
  expect(spelled("5,19 euro", "€5.19")).toEqual([5.19]);
  expect(spelled("ai sei finalisti", "for the six finalists")).toEqual([6]);
  const partial = "{count, plural, =2 {Mancano due campi su sedici} other {Mancano # campi}}";
  expect(spelled(partial, "")).toEqual([16]);
  expect(spelled("Sei dentro. {teamMax, number} persone, nel 2024", "You are in")).toEqual([]);
});

test("each figure is used in a text", () => {
  const content = readdirSync("content", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => readFileSync(`content/${name}`, "utf8"));
  const texts = [...sentences().map(({ it }) => it), ...content].join("\n");
  const names = new Set([...texts.matchAll(/\{(\w+)\s*[,}]/g)].map(([, name]) => name));
  expect(Object.keys(FIGURES).filter((name) => !names.has(name))).toEqual([]);
});

/** Essays that write a number of the programme as a word. If the number changes, an editor must revise the essay. */
const ESSAYS: [place: string, figure: keyof typeof FIGURES, it: string, en: string][] = [
  ["posts/venti-slide", "pitchSlides", "venti slide", "twenty slides"],
  ["posts/venti-slide", "preSelected", "cinquanta progetti", "fifty projects"],
  ["posts/due-minuti", "videoMinutes", "due minuti", "two minutes"],
  ["posts/il-quinto-posto", "teamMax", "cinque persone", "five people"],
  ["posts/il-quinto-posto", "incubated", "tre startup", "three idea-stage startups"],
  ["posts/il-quinto-posto", "incubationMonths", "tre mesi", "three months"],
  ["posts/sei-mesi-dopo-l-applauso", "advisoryMonths", "sei mesi", "six months"],
  ["posts/sei-mesi-dopo-l-applauso", "finalists", "sei finalisti", "six finalists"],
  ["posts/sei-mesi-dopo-l-applauso", "semifinalists", "venti", "twenty"],
  ["posts/leggere-cinquanta-progetti", "preSelected", "cinquanta", "fifty"],
  ["posts/che-cosa-chiede-la-giuria", "criteria", "cinque criteri", "five criteria"],
  ["posts/una-firma-e-un-quarto", "innovationWeight", "15", "15"],
  ["posts/dove-nasce-5-19", "socialReturn", "5,19", "5.19"],
  ["lessons/leggere-un-ritorno-sociale", "socialReturn", "5,19", "5.19"],
  ["policies/whitepaper", "socialReturn", "5,19", "5.19"],
  ["events/la-giuria-si-racconta", "impactWeight", "30%", "30%"],
];

test.each(ESSAYS)("%s states the current figure %s", (place, figure, it, en) => {
  for (const [language, said] of [
    ["it", it],
    ["en", en],
  ] as const) {
    const text = readFileSync(`content/${language}/${place}.md`, "utf8");
    expect(text.toLowerCase()).toContain(said);
    expect(numbersIn(said, language), `${place} speaks of ${figure}`).toContain(FIGURES[figure]);
  }
});

test.each(LANGUAGES)(
  "the questions contain the edition's question about changes, with an answer for any edition (%s)",
  (language) => {
    const { question, ...answers } = MESSAGES[language].call.faq.afterSending;
    expect(Object.keys(answers).sort()).toEqual([...AFTER_SENDING].sort());
    const faq = readFileSync(`content/${language}/pages/faq.md`, "utf8");
    const [, answer = ""] = faq.split(`### ${question}\n`);
    expect(answer.trim()).toMatch(/^(Dipende dall’edizione|It depends on the edition)/);
  },
);
