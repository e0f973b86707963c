import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { LeapTitle } from "./leap-title";

test("the title stays one text, regardless of which o is raised", () => {
  const text = "Progetti internazionali";
  render(<LeapTitle text={text} nth={2} />);
  const title = screen.getByRole("heading", { name: text });
  expect(title.querySelector("span")?.textContent).toBe("o");
});

test("a title without the requested o does not change", () => {
  render(<LeapTitle text="Academy" />);
  expect(screen.getByRole("heading", { name: "Academy" }).children).toHaveLength(0);
});
