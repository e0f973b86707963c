import { expect, test } from "vitest";
import { renderWithWords } from "@/tests/support/render";
import NotFound from "./not-found";

test("the title of a private 404 page ends with the programme's name, like other titles", () => {
  renderWithWords(<NotFound />);
  expect(document.title).toBe("Pagina non trovata · Slancio");
});
