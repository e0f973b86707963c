import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderWithWords } from "@/tests/support/render";
import { RankingMethod } from "./ranking-method";

test("the common scale is named once there is one", () => {
  const method = { minimum_sample: 3, evaluators: 0, mean: null, deviation: null };
  const { unmount } = renderWithWords(<RankingMethod method={method} />);
  expect(screen.queryByText(/deviazione —|media {2}|\(media/)).toBeNull();
  unmount();
  renderWithWords(
    <RankingMethod method={{ ...method, evaluators: 4, mean: 61.5, deviation: 9 }} />,
  );
  expect(screen.getByText(/\(media 61,5, deviazione 9,0\)/)).toBeDefined();
});
