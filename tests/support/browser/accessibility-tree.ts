import type { Page } from "playwright/test";

/** One object of the tree that Chromium gives to screen readers. `states` has only the states that are true. */
export type AccessibleNode = { role: string; name: string; description: string; states: string[] };

/** Returns the accessible objects of a page, in order. Leaves out texts and objects without meaning. */
export async function accessibilityTree(page: Page): Promise<AccessibleNode[]> {
  const session = await page.context().newCDPSession(page);
  try {
    const { nodes } = await session.send("Accessibility.getFullAXTree");
    return nodes
      .filter(({ ignored, role }) => !ignored && !/^(?:none|generic|.*Text.*)$/.test(role?.value))
      .map(({ role, name, description, properties = [] }) => ({
        role: role?.value ?? "",
        name: name?.value ?? "",
        description: description?.value ?? "",
        states: properties.filter(({ value }) => value.value === true).map(({ name }) => name),
      }));
  } finally {
    await session.detach();
  }
}

/** Roles of controls, which all need a name. */
const CONTROLS = /^(?:button|link|textbox|searchbox|checkbox|radio|combobox|switch|tab|slider)$/;

/** Returns the roles of the controls without a name. */
export const unnamedControls = (tree: readonly AccessibleNode[]) =>
  tree.filter(({ role, name }) => CONTROLS.test(role) && name === "").map(({ role }) => role);
