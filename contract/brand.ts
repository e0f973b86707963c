/**
 * The brand's colours for uses that cannot read CSS: images, emails, PDF documents, and the browser's toolbar.
 * `app/tokens.css` has the same values for pages; a test compares both files.
 */
export const COLOURS = {
  ink: "#11110f",
  white: "#ffffff",
  "accent-1": "#fb4f2b",
  "accent-2": "#fbc51d",
  "accent-3": "#f5abb1",
  "accent-4": "#86b8e6",
  "accent-5": "#45b384",
  "accent-6": "#d5d4ce",
  "text-2": "#55544d",
  "line-soft": "#c9c8c1",
  "field-line": "#93928a",
} as const;
