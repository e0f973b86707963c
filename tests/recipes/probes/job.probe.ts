import { expect, test, vi } from "vitest";
import { jobs } from "@/backend/jobs";
import { startJobs } from "@/backend/scheduling/every";
import { testBackend } from "@/tests/support/servers/backend";

const { deps } = await testBackend();

test("two processes run it once at their start", async () => {
  const info = vi.fn();
  const log = { ...deps.log, info, warn: vi.fn(), error: vi.fn() } as unknown as typeof deps.log;
  const stops = [1, 2].map(() => startJobs(deps.config.DATABASE_URL, jobs, { ...deps, log }));
  await vi.waitFor(() => expect(info).toHaveBeenCalledWith({ requests: 0 }, "whitepaper"), 30_000);
  await Promise.all(stops.map((stop) => stop()));
  expect(info.mock.calls.filter(([, what]) => what === "whitepaper")).toHaveLength(1);
  expect(log.error).not.toHaveBeenCalled();
});
