import { expect, test, vi } from "vitest";
import { authorOf } from "./authors";

vi.mock("./catalogue", () => ({
  catalogueOf: async () => [{ title: "Tecla Morgante", slug: "tecla-morgante" }],
}));

test.each([
  ["Tecla Morgante", "/network#tecla-morgante", "tecla-morgante"],
  ["Emre Toprakçı", "/search?q=Emre+Toprak%C3%A7%C4%B1", undefined],
  [null, undefined, undefined],
])("the author %s links to %s, with the picture of %s", async (name, path, slug) => {
  const author = await authorOf(name, "it");
  expect(author?.path).toBe(path);
  expect(author?.person?.slug).toBe(slug);
});
