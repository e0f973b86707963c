import axe from "axe-core";
import { expect } from "vitest";

/**
 * Checks names, roles, and structure of an element with axe. Browser tests check contrast and sizes, because these need
 * a layout.
 */
export async function expectAccessible(root: Element): Promise<void> {
  const { violations } = await axe.run(root, {
    rules: { "color-contrast": { enabled: false }, region: { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}
