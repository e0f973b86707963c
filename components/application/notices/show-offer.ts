/** The id of the notice that offers to recover unsaved text. */
export const RECOVERY = "offered-text";

/** Scrolls to the notice that offers to recover unsaved text, and focuses its first button. */
export function showRecovery(): void {
  const offer = document.getElementById(RECOVERY);
  offer?.scrollIntoView({ block: "center" });
  offer?.querySelector("button")?.focus({ preventScroll: true });
}
