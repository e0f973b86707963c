import { expect, test } from "vitest";
import { slugsWith } from "./slugs-with";

test("the content is searched regardless of accents and capitals", async () => {
  const found = await slugsWith("posts", "PERCHE", "it");
  expect(found.length).toBeGreaterThan(0);
  expect(await slugsWith("posts", "perché", "it")).toEqual(found);
});

test("each language searches its own texts", async () => {
  const jury = { slug: "che-cosa-chiede-la-giuria", locale: "en" };
  expect(await slugsWith("posts", "jury", "en")).toContainEqual(jury);
  const italian = await slugsWith("posts", "giuria", "it");
  expect(italian).toContainEqual({ ...jury, locale: "it" });
  expect(await slugsWith("posts", "xyzxyz", "it")).toEqual([]);
});

test("every word has to match", async () => {
  const one = await slugsWith("posts", "giuria", "it");
  const both = await slugsWith("posts", "giuria presidente", "it");
  expect(both.length).toBeGreaterThan(0);
  expect(both.length).toBeLessThan(one.length);
});
