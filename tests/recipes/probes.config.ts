import { defineConfig } from "vitest/config";
import base from "../../vitest.config";

const { globalSetup, projects = [] } = base.test ?? {};
const folder = "tests/recipes/probes";
const standIns = `${folder}/fakes.ts`;

/** The configuration for the probes: tests that run in a copy of the repository to which a recipe has been applied. */
export default defineConfig({
  resolve: base.resolve,
  test: {
    globalSetup,
    // Run all probes in one process, because the type check runs at the same time and shared modules then load once.
    maxWorkers: 1,
    projects: projects.flatMap((project) => {
      if (typeof project !== "object" || !("test" in project)) throw new Error("not a project");
      const { test } = project;
      if (String(test?.name).endsWith("alone")) return [];
      const components = test?.environment === "jsdom";
      const setupFiles = [test?.setupFiles ?? [], standIns].flat();
      const include = [`${folder}/*.probe.${components ? "tsx" : "ts"}`];
      return {
        ...project,
        test: { ...test, include, setupFiles, pool: "forks", isolate: false, testTimeout: 120_000 },
      };
    }),
  },
});
