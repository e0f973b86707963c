import { expect, test } from "vitest";
import { afterPreview, previewPath } from "./preview";

const place = (type: "posts" | "events" | "people" | "pages", slug: string) =>
  ({ type, slug, lang: "en" }) as const;

test("an item is seen on its page, or on the page that shows all of its type", () => {
  expect(previewPath(place("events", "due-rive"))).toBe("/en/evento/due-rive");
  expect(previewPath(place("people", "ada-lentini"))).toBe("/en/network");
});

test("a text is previewed on its page, and an archived page at its own path", () => {
  expect(previewPath(place("pages", "faq"))).toBe("/en/call-for-ideas");
  expect(previewPath(place("pages", "cookie-policy"))).toBe("/en/cookie-policy");
  expect(previewPath(place("pages", "homeold"))).toBe("/en/OLD");
  expect(previewPath(place("pages", "dashboardold"))).toBe("/en/dashboardOLD");
  for (const slug of ["nowhere", "login", "loginold", "constructor"]) {
    expect(previewPath(place("pages", slug)), slug).toBeNull();
  }
});

test("leaving a preview leads to the page above the item, or back", () => {
  expect(afterPreview(place("posts", "due-minuti"))).toBe("/en/magazine/1");
  expect(afterPreview(place("events", "due-rive"))).toBe("/en/evento");
  expect(afterPreview(place("pages", "faq"))).toBe("/en/call-for-ideas");
  expect(afterPreview(place("pages", "nowhere"))).toBeNull();
});
