import { defineConfig } from "vitest/config";
import base from "../../vitest.config";

const { globalSetup, projects = [] } = base.test ?? {};
const folder = "tests/recipes/probes";
const standIns = `${folder}/fakes.ts`;

/** Configuration of the probes, which run in a scratch copy like the tests in the repository. */
export default defineConfig({
  resolve: base.resolve,
  test: {
    globalSetup,
    // The probes share one process beside the compiler, so shared modules load once.
    maxWorkers: 1,
    projects: projects.flatMap((project) => {
      if (typeof project !== "object" || !("test" in project)) throw new Error("not a project");
      const { test } = project;
      if (test?.name === "alone") return [];
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
