import { expect, test } from "vitest";
import { renderWithWords } from "@/tests/support/render";
import { ItemDate } from "./item-date";

test.each([
  ["it", "22\u00a0ottobre\u00a0", "11\u00a0dicembre\u00a0"],
  ["en", "22\u00a0October\u00a0", "11\u00a0December\u00a0"],
] as const)("the date of a text always shows its year (%s)", (language, ...days) => {
  const year = new Date().getFullYear();
  const said = [`${year}-10-22T10:00:00Z`, `${year - 1}-12-11T10:00:00Z`].map(
    (at) => renderWithWords(<ItemDate at={at} />, language).container.textContent,
  );
  expect(said).toEqual([`${days[0]}${year}`, `${days[1]}${year - 1}`]);
});
