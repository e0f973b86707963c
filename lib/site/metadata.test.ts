import { expect, test } from "vitest";
import { pageMetadata } from "./metadata";

const facts = { path: "/magazine/1", title: "Magazine", description: "Che cosa leggere." } as const;

test("both languages name each other, and Italian is the default", () => {
  const expected = {
    it: "http://localhost:3000/magazine/1",
    en: "http://localhost:3000/en/magazine/1",
    "x-default": "http://localhost:3000/magazine/1",
  };
  const [it, en] = (["it", "en"] as const).map((locale) => pageMetadata({ ...facts, locale }));
  expect(it?.alternates?.languages).toEqual(expected);
  expect(en?.alternates?.languages).toEqual(expected);
  expect(it?.alternates?.canonical).toBe(expected.it);
  expect(en?.alternates?.canonical).toBe(expected.en);
});

test("an untranslated text has a single URL, in its own language", () => {
  const { alternates } = pageMetadata({ ...facts, locale: "en", languages: ["it"] });
  expect(alternates?.canonical).toBe("http://localhost:3000/magazine/1");
  expect(Object.keys(alternates?.languages ?? {})).toEqual(["it", "x-default"]);
});
