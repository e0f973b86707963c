/** Reports whether a key press belongs to a form field, a dialog, or the browser, and so is no shortcut. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  const at = event.target instanceof Element ? event.target : null;
  const isField = at?.closest("input:not([type=checkbox]), textarea, select, [contenteditable]");
  return Boolean(isField) || document.querySelector("dialog[open]") !== null;
}
