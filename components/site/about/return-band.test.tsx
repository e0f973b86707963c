import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderWithWords } from "@/tests/support/render";
import { ReturnBand } from "./return-band";

const targets = () => screen.getAllByRole("link").map((link) => link.getAttribute("href"));

test("the return figure links to its article", () => {
  renderWithWords(<ReturnBand article="/magazine/one" />);
  expect(targets()).toEqual(["/magazine/one", "/community-event"]);
});

test("the return figure has no link if the content lacks the article", () => {
  renderWithWords(<ReturnBand article={undefined} />);
  expect(targets()).toEqual(["/community-event"]);
});
