import axe from "axe-core";
import { expect } from "vitest";

/** What axe can tell without layout: names, roles, structure. Contrast and sizes are for the browser tests. */
export async function expectAccessible(root: Element): Promise<void> {
  const { violations } = await axe.run(root, {
    rules: { "color-contrast": { enabled: false }, region: { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}
