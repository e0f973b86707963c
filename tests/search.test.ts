import "./recipes/probes/fakes";
import { beforeAll, describe, expect, test, vi } from "vitest";
import type { Language } from "@/contract/languages";
import { ledTo } from "@/lib/search/asked";
import { PER_PAGE, searchSite } from "@/lib/search/search";
import { wordsOf } from "@/lib/search/words";
import { MESSAGES } from "./support/render";

/* Searches the site's content and pages as the site's search does (rule site.search-forgives). */

vi.mock("@/lib/content/edition", () => ({
  getCurrentEdition: async () => ({ afterSending: "locked" }),
}));

// Load the back end and the content with a first search before the tests.
beforeAll(() => searchSite("giuria", "it"), 120_000);

const SAYINGS = {
  it: [
    ["FAQ", "/call-for-ideas#faq"],
    ["scadenza", "/call-for-ideas#quando-apre-e-quando-chiude"],
    ["Quando scade?", "/call-for-ideas#quando-apre-e-quando-chiude"],
    ["soldi", "/call-for-ideas#che-cosa-si-vince"],
    ["quanto si vince", "/call-for-ideas#che-cosa-si-vince"],
    ["chi può partecipare?", "/call-for-ideas#chi-puo-candidarsi"],
    ["come mi iscrivo", "/registration"],
    ["password", "/login"],
  ],
  en: [
    ["FAQ", "/call-for-ideas#faq"],
    ["deadline", "/call-for-ideas#when-does-it-open-and-close"],
    ["When is the deadline?", "/call-for-ideas#when-does-it-open-and-close"],
    ["money", "/call-for-ideas#what-can-i-win"],
    ["how much can I win", "/call-for-ideas#what-can-i-win"],
    ["who can apply?", "/call-for-ideas#who-may-apply"],
    ["sign up", "/registration"],
    ["password", "/login"],
  ],
} as const;

/** Words of the content, each followed by misspellings: a wrong, missing, doubled, or swapped letter. */
const SLIPS = {
  it: [
    ["impatto", "inpatto", "impato", "immpatto", "ipmatto"],
    ["giuria", "giuvia", "giria", "giurria", "guiria"],
    ["scadenza", "scadensa", "scadeza", "scaddenza", "scadneza"],
    ["brevetto", "brevetko", "brevtto", "brevvetto", "bervetto"],
  ],
  en: [
    ["impact", "impast", "impct", "impactt", "imapct"],
    ["application", "applicasion", "aplication", "applicattion", "applicaiton"],
    ["deadline", "deadlime", "dedline", "deaddline", "daedline"],
    ["patent", "patemt", "patnt", "pattent", "paetnt"],
  ],
} as const;

const CHANGE = {
  it: ["modificare dopo l’invio", /dopo l’invio non si può più modificare/],
  en: ["changed after sending", /cannot be changed after sending/],
} as const;

const paths = async (query: string, language: Language) =>
  (await searchSite(query, language)).results.map(({ path }) => path);

describe.each(["it", "en"] as const)("the search in %s", (language) => {
  test("the search finds the edition's answer about changes after sending", async () => {
    const [query, answer] = CHANGE[language];
    const { results } = await searchSite(query, language);
    expect(results.map(({ text }) => text).join(" ")).toMatch(answer);
  });

  test("the search gives common queries the intended result first", async () => {
    for (const [query, address] of SAYINGS[language]) {
      const { results, meant } = await searchSite(query, language);
      expect(results[0]?.path, query).toBe(address);
      expect(meant, query).toBeNull();
    }
  });

  test("each word of the search table leads to an existing page", async () => {
    const tables = MESSAGES[language].search;
    for (const row of tables.asked.split("|")) {
      const [known = "", to = ""] = row.split(">").map((part) => part.trim());
      const word = known.split(" ").find((one) => !one.endsWith("*")) ?? known.replace("*", "");
      expect(ledTo(wordsOf(word), tables), word).toContain(to);
      const found = await paths(word, language);
      expect(found.slice(0, 2), word).toContain(to);
    }
  });

  test("the search corrects each listed typing error", async () => {
    for (const [word, ...slips] of SLIPS[language]) {
      const right = await searchSite(word, language);
      expect(right.total, word).toBeGreaterThan(0);
      for (const slip of slips) {
        const answer = await searchSite(slip, language);
        expect(answer.meant, slip).toBe(word);
        expect(answer.results, slip).toEqual(right.results);
      }
    }
  });

  test("the search does not correct a word that occurs or a short word", async () => {
    // Each of the two searched words is one letter away from a much more frequent word, to which the search must not
    // correct it.
    const [exact, short] = language === "it" ? ["passo", "dxl"] : ["past", "thx"];
    const answer = await searchSite(exact, language);
    expect(answer.total).toBeGreaterThan(0);
    expect(answer.meant).toBeNull();
    expect(await searchSite(short, language)).toMatchObject({ total: 0, meant: null });
  });

  test("the search finds a figure with any thousands separator", async () => {
    for (const [plain, ...others] of [
      ["50000", "50.000", "50,000", "50 000"],
      ["1900", "1.900", "1,900"],
    ] as const) {
      const found = await paths(plain, language);
      expect(found.length, plain).toBeGreaterThan(0);
      for (const other of others) expect(await paths(other, language), other).toEqual(found);
    }
    const year = await searchSite("1871", language);
    expect(year.total).toBeGreaterThan(0);
  });

  test("a search for one kind returns that kind with the counts of all kinds", async () => {
    const query = language === "it" ? "impresa" : "company";
    const all = await searchSite(query, language);
    expect(all.kind).toBeNull();
    expect(all.kinds.reduce((sum, { count }) => sum + count, 0)).toBe(all.total);
    expect(all.kinds.length).toBeGreaterThan(2);
    for (const { kind, count } of all.kinds) {
      const one = await searchSite(query, language, 1, kind);
      expect(one).toMatchObject({ kind, total: count, kinds: all.kinds });
      expect(one.results).toHaveLength(Math.min(count, PER_PAGE));
      expect(one.results.every((result) => result.kind === kind)).toBe(true);
    }
    // If the address names an unknown kind of result, the search returns all results.
    for (const kind of ["nothing", "constructor"]) {
      expect(await searchSite(query, language, 1, kind)).toEqual(all);
    }
  });

  test("the search offers words that never occur together one by one, and each has results", async () => {
    const word = language === "it" ? "giuria" : "jury";
    const slip = language === "it" ? "giurria" : "jurry";
    for (const query of [`${word} zzzzqqqq`, `${slip} zzzzqqqq`]) {
      const answer = await searchSite(query, language);
      expect(answer).toMatchObject({ total: 0, meant: null, offered: [word] });
    }
    expect((await searchSite(word, language)).total).toBeGreaterThan(0);
    expect((await searchSite("zzzzqqqq", language)).offered).toEqual([]);
  });

  test("the search finds the questions of the call together by their usual name", async () => {
    const { results } = await searchSite("FAQ", language);
    expect(results[0]?.path).toBe("/call-for-ideas#faq");
    expect(results.length).toBeGreaterThan(1);
  });

  test("the search finds each question of the call by its text", async () => {
    const { results } = await searchSite("CEO", language);
    expect(results.some(({ kind }) => kind === "question")).toBe(true);
    expect(results.every(({ path }) => path !== "/call-for-ideas#faq")).toBe(true);
  });
});
