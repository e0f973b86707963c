import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { EnglishNames } from "./english-names";

const TEXT =
  "Partecipi alla sfida Process Transformation\u00a0/ Sustainable retail della Call for ideas?";

test("English names in an Italian text are marked as English, and the text does not change", () => {
  const { container } = render(<EnglishNames text={TEXT} />);
  expect(container.textContent).toBe(TEXT);
  const marked = [...container.querySelectorAll("[lang=en]")].map(({ textContent }) => textContent);
  expect(marked).toEqual(["Process Transformation\u00a0/ Sustainable retail", "Call for ideas"]);
});
