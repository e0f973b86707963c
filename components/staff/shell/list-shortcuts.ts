/**
 * Keyboard shortcuts of the control room's lists, by action. Their descriptions for users are in messages/
 * (`staff.keys`).
 */
export const LIST_SHORTCUTS = {
  row: "J K",
  neighbour: "J K",
  choose: "X",
  chooseUpTo: "Shift X",
  choosePage: "A",
  openRow: "Enter",
  search: "/",
  filter: "F",
  removeFilter: "Backspace",
  extend: "P",
  remind: "R",
  write: "W",
  export: "E",
  verdict: "1 2 3 4",
} as const;
export type ListShortcut = keyof typeof LIST_SHORTCUTS;
