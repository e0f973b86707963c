import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const alias = { "@": import.meta.dirname };
// next-intl imports next/navigation without an extension: Vite has to transform it.
const server = { deps: { inline: ["next-intl"] } };

export default defineConfig({
  test: {
    // All processors: on two of them it would leave one idle.
    maxWorkers: "100%",
    projects: [
      {
        resolve: { alias },
        test: {
          name: "node",
          environment: "node",
          include: ["**/*.test.ts"],
          exclude: ["node_modules/**", ".next*/**", ".data/**", "tests/e2e/**"],
          globalSetup: ["tests/support/servers/database.ts"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          server,
        },
      },
      {
        plugins: [react()],
        resolve: { alias },
        test: {
          name: "jsdom",
          environment: "jsdom",
          include: ["**/*.test.tsx"],
          exclude: ["node_modules/**", ".next*/**", ".data/**", "tests/e2e/**"],
          setupFiles: ["tests/support/component-setup.ts"],
          testTimeout: 30_000,
          server,
        },
      },
    ],
  },
});
