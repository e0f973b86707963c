import { createRequire } from "node:module";
import { expect } from "vitest";

type Axe = {
  run: (
    root: Element,
    options: object,
  ) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
};

// The same axe that the browser tests run.
const playwrights = createRequire(createRequire(import.meta.url).resolve("@axe-core/playwright"));
const axe = playwrights("axe-core") as Axe;

/** What axe can tell without layout: names, roles, structure. Contrast and sizes are for the browser tests. */
export async function expectAccessible(root: Element): Promise<void> {
  const { violations } = await axe.run(root, {
    rules: { "color-contrast": { enabled: false }, region: { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}
