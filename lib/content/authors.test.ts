import { expect, test, vi } from "vitest";
import { authorPath } from "./authors";

vi.mock("./catalogue", () => ({
  catalogueOf: async () => [{ title: "Tecla Morgante", slug: "tecla-morgante" }],
}));

test.each([
  ["Tecla Morgante", "/network#tecla-morgante"],
  ["Emre Toprakçı", "/search?q=Emre+Toprak%C3%A7%C4%B1"],
  [null, undefined],
])("the author %s links to %s", async (name, path) => {
  expect(await authorPath(name, "it")).toBe(path);
});
