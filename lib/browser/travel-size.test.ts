import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";

/** The bundler esbuild, which the package tsx installs. */
const { build } = createRequire(createRequire(import.meta.url).resolve("tsx"))("esbuild") as {
  build: (options: object) => Promise<{ outputFiles: { contents: Uint8Array }[] }>;
};

test("the view transitions and the prefetching take at most 2 kB of script", async () => {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, "travel.ts")],
    bundle: true,
    // Exclude lib/routes from the size, because every page of the site loads these modules already.
    external: ["../routes/*"],
    minify: true,
    format: "esm",
    write: false,
  });
  const size = outputFiles[0]?.contents.length ?? 0;
  expect(size).toBeGreaterThan(500);
  expect(size).toBeLessThanOrEqual(2048);
});
