import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { CONFLICTS } from "@/contract/evaluation/evaluation-schemas";
import { AGE, INDUSTRY, STAGE, TECH, TIPOLOGIA_IMPRESA, YES_NO } from "@/contract/project/options";
import { fill, messagesIn } from "./messages";
import { harmless } from "./table";

function shape(value: unknown, path = ""): string[] {
  if (typeof value === "string") {
    return [`${path} ${[...value.matchAll(/\{\w+\}/g)].map(String).sort().join(" ")}`];
  }
  return Object.entries(value as object).flatMap(([key, inner]) => shape(inner, `${path}.${key}`));
}

describe("messages of dossiers and exports", () => {
  test("both languages have the same document messages with the same placeholders", () => {
    expect(shape(messagesIn("en"))).toEqual(shape(messagesIn("it")));
  });

  test("each option of a field has a document message", () => {
    const { options } = messagesIn("it");
    const values = [...TIPOLOGIA_IMPRESA, ...STAGE, ...INDUSTRY, ...TECH, ...AGE, ...YES_NO];
    expect(Object.keys(options).sort()).toEqual([...values].sort());
  });

  test.each(["it", "en"] as const)(
    "a recusal by rule has the same text in documents as in the %s pages",
    (language) => {
      const pages = JSON.parse(readFileSync(`messages/${language}.json`, "utf8"));
      expect(messagesIn(language).conflicts).toEqual(pages.evaluation.conflicts);
      expect(Object.keys(pages.evaluation.conflicts)).toEqual([...CONFLICTS]);
    },
  );

  test("a placeholder without a value stays visible in a document message", () => {
    expect(fill("{a} di {b}", { a: 1 })).toBe("1 di {b}");
  });
});

describe("spreadsheet formulas", () => {
  test.each(["=1+1", "+39", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", "\0=1", "＝1", "\tx"])(
    "the text %j gets a quotation mark in front of it",
    (text) => expect(harmless(text)).toBe(`'${text}`),
  );
  test.each(["", "a=1", "50 %", "’=1", "(=1)", "già"])("the text %j stays unchanged", (text) =>
    expect(harmless(text)).toBe(text),
  );
});
