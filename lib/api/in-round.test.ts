import { expect, test, vi } from "vitest";
import { ApiError } from "./error";
import { inRound } from "./in-round";

const ASKED = new ApiError("invalid_fields", 422, { fields: { round: "required" } });

test("a page opened before there were rounds writes into the first one, once the back end asks for a round", async () => {
  const send = vi.fn(async (round: number | undefined) => {
    if (round === undefined) throw ASKED;
    return `stored in ${round}`;
  });
  expect(await inRound(undefined, send)).toBe("stored in 1");
  expect(send.mock.calls).toEqual([[undefined], [1]]);
});

test("a named round stays, whatever the back end answers", async () => {
  for (const error of [ASKED, new ApiError("evaluation_closed", 403)]) {
    const send = vi.fn(() => Promise.reject(error));
    await expect(inRound(2, send)).rejects.toBe(error);
    expect(send.mock.calls).toEqual([[2]]);
  }
});

test("other errors are not repeated", async () => {
  const error = new ApiError("invalid_fields", 422, { fields: { note: "too_long" } });
  const send = vi.fn(() => Promise.reject(error));
  await expect(inRound(undefined, send)).rejects.toBe(error);
  expect(send).toHaveBeenCalledTimes(1);
});
