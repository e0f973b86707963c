import { expect, test } from "vitest";
import { inDecidingOrder } from "./deciding-order";

test("the calibrated rank decides, projects without one come last, and ties keep their order", () => {
  const rows = [
    { id: "none", calibrated_rank: null, rank: 1 },
    { id: "third", calibrated_rank: 3, rank: 2 },
    { id: "tie-b", calibrated_rank: 1, rank: 9 },
    { id: "tie-a", calibrated_rank: 1, rank: 3 },
  ];
  expect(inDecidingOrder(rows).map(({ id }) => id)).toEqual(["tie-b", "tie-a", "third", "none"]);
});
