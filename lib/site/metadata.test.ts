import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { COLOURS } from "@/contract/brand";
import type { Summary } from "../content/content";
import { SECTION_HUE } from "../routes/section-hue";
import { SECTIONS } from "../routes/sections";
import { itemImageAddress, pageMetadata } from "./metadata";

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

test("a social sharing image's description is the page's title, unless it is the section's image", () => {
  const images = (given: object) =>
    pageMetadata({ ...facts, ...given, locale: "it" }).openGraph?.images;
  const [own] = images({}) as { url: string; alt: string }[];
  expect(own?.alt).toBe("Magazine");
  const second = { path: "/magazine/2", title: "Magazine, pagina 2", drawn: "Magazine" };
  expect(images(second)).toEqual([own]);
});

test("a social sharing image has a new URL when its photograph changes", () => {
  const item = { locale: "it", slug: "uno", title: "Uno", tags: [], meta: {}, image: null };
  const address = (src?: string) =>
    itemImageAddress("posts", { ...item, ...(src && { image: { src } }) } as unknown as Summary);
  expect(new Set([address(), address("/a.jpg?v=1"), address("/a.jpg?v=2")]).size).toBe(3);
});

test("the theme color is the section's color from the stylesheets", () => {
  const theme = (path: string) =>
    pageMetadata({ ...facts, path, locale: "it" }).other?.["theme-color"];
  expect(theme("/magazine/1")).toBe(SECTION_HUE.magazine);
  expect(theme("/storie/rendo")).toBe(SECTION_HUE.community);
  expect(theme("/")).toBe(SECTION_HUE.call);
  const tokens = readFileSync("app/tokens.css", "utf8");
  for (const [name, colour] of Object.entries(COLOURS))
    expect(tokens, name).toContain(`--${name}: ${colour};`);
  for (const section of SECTIONS) {
    const ink = tokens.match(new RegExp(`--section-${section}: var\\((--[\\w-]+)\\)`))?.[1];
    expect(tokens, section).toContain(`${ink}: ${SECTION_HUE[section]};`);
  }
});
