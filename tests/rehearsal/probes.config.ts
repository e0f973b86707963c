import { defineConfig } from "vitest/config";
import base from "../../vitest.config";

const folder = "tests/rehearsal/probes";
const standIns = `${folder}/stand-ins.ts`;

/** The probes, run in a scratch copy as the tests are in the repository. */
export default defineConfig({
  test: {
    // One after the other in one process, beside the compiler: what they share is loaded once.
    maxWorkers: 1,
    projects: (base.test?.projects ?? []).map((project) => {
      if (typeof project !== "object" || !("test" in project)) throw new Error("not a project");
      const { test } = project;
      const components = test?.environment === "jsdom";
      const setupFiles = [test?.setupFiles ?? [], standIns].flat();
      const include = [`${folder}/*.probe.${components ? "tsx" : "ts"}`];
      return {
        ...project,
        test: { ...test, include, setupFiles, isolate: false, testTimeout: 120_000 },
      };
    }),
  },
});
