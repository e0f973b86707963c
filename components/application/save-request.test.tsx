import { afterEach, expect, test, vi } from "vitest";
import { EMPTY_PROJECT } from "@/contract/project-schemas";
import { createSender } from "./save-request";

const user = {
  id: "1",
  email: "giulia@example.org",
  first_name: "Giulia",
  last_name: "Ferraro",
  has_password: true,
  roles: ["applicant" as const],
};

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a save that nobody answers is given up as unknown, not refused and not waited for", async () => {
  vi.useFakeTimers();
  const silence = (request: Request) =>
    new Promise<Response>((_, reject) => {
      request.signal.addEventListener("abort", () => reject(request.signal.reason));
    });
  vi.stubGlobal("fetch", silence);
  const { pitch, video, altro_materiale, logo, ...texts } = EMPTY_PROJECT;
  const saving = createSender(user, "it")(texts, { version: 1, explicit: false });
  const outcome = saving.catch((error: unknown) => error);
  let ended = false;
  void outcome.then(() => {
    ended = true;
  });
  await vi.advanceTimersByTimeAsync(19_000);
  expect(ended).toBe(false);
  await vi.advanceTimersByTimeAsync(1000);
  // From 500 on an answer proves nothing: the save may have been stored.
  expect(await outcome).toMatchObject({ code: "unavailable", status: 503 });
});
