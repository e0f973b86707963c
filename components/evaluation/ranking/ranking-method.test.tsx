import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { CRITERIA } from "@/contract/evaluation/weights";
import { renderWithWords } from "@/tests/support/render";
import { RankingMethod } from "./ranking-method";

const method = {
  ...{ minimum_sample: 3, evaluators: 0, mean: null, deviation: null },
  ...{ criteria: [...CRITERIA], recomputed: 0 },
};

test.each([
  ["it", /^2 valutazioni sono state chiuse.*\(30\/20\/20\/15\/15\)/],
  ["en", /^2 evaluations were closed.*\(30\/20\/20\/15\/15\)/],
] as const)("evaluations closed under other weights are named, in %s", (language, sentence) => {
  const { unmount } = renderWithWords(<RankingMethod method={method} />, language);
  expect(screen.queryByText(sentence)).toBeNull();
  unmount();
  renderWithWords(<RankingMethod method={{ ...method, recomputed: 2 }} />, language);
  expect(screen.getByText(sentence)).toBeDefined();
});

test("the common scale is named once it exists", () => {
  const { unmount } = renderWithWords(<RankingMethod method={method} />);
  expect(screen.queryByText(/deviazione standard —|media {2}|\(media/)).toBeNull();
  unmount();
  renderWithWords(
    <RankingMethod method={{ ...method, evaluators: 4, mean: 61.5, deviation: 9 }} />,
  );
  expect(screen.getByText(/\(media 61,5, deviazione standard 9,0\)/)).toBeDefined();
});
