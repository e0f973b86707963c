import { beforeEach, expect, test, vi } from "vitest";

const state = { upToDate: true, draining: false, database: true };
vi.mock("../server-guard/drain", () => ({ isDraining: () => state.draining }));
vi.mock("../content/follow", () => ({ isUpToDate: () => state.upToDate }));
vi.mock("../api/transport", () => ({
  embedded: true,
  requireReady: async () => {
    if (!state.database) throw new Error("no database");
  },
}));

const { ready } = await import("./ready");
beforeEach(() => {
  Object.assign(state, { upToDate: true, draining: false, database: true });
});

test("a ready instance returns 200 without caching", async () => {
  const answer = await ready();
  expect(answer.status).toBe(200);
  expect(answer.headers.get("cache-control")).toBe("private, no-store");
  expect(await answer.json()).toEqual({ ready: true, upToDate: true, draining: false });
});

test.each([{ upToDate: false }, { draining: true }, { database: false }])(
  "an instance with %o returns 503 and Retry-After",
  async (change) => {
    Object.assign(state, change);
    const answer = await ready();
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toBe("1");
    expect((await answer.json()).ready).toBe(false);
  },
);
