import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isRevoked, outdateLinkChecks, watchPreviewLinks } from "./preview-links";

const id = "0b0f3c53-3c4f-4f0e-9a8e-0d6b0a6f9d11";
const ask = vi.fn<(id: string) => Promise<boolean>>();
beforeEach(() => watchPreviewLinks(ask));
afterEach(() => {
  outdateLinkChecks();
  ask.mockReset();
});

test("a link that the back end does not know is revoked within two seconds, or at once after a revocation here", async () => {
  ask.mockResolvedValueOnce(true).mockResolvedValue(false);
  expect(await isRevoked({ id }, 0)).toBe(false);
  expect(await isRevoked({ id }, 1_999)).toBe(false);
  expect(await isRevoked({ id }, 2_000)).toBe(true);
  outdateLinkChecks();
  ask.mockResolvedValueOnce(true);
  expect(await isRevoked({ id }, 2_001)).toBe(false);
});

test("a back end that does not answer makes the check fail, and is asked again", async () => {
  ask.mockRejectedValueOnce(new Error("down")).mockResolvedValue(true);
  await expect(isRevoked({ id }, 0)).rejects.toThrow("down");
  expect(await isRevoked({ id }, 1)).toBe(false);
});

test("the editor's own link, which has no id, needs no back end", async () => {
  expect(await isRevoked({})).toBe(false);
  expect(ask).not.toHaveBeenCalled();
});
