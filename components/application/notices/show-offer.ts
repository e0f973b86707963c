/** The id of the notice that offers text to recover. */
export const RECOVERY = "offered-text";

/** Scrolls to the notice with the text to recover and focuses its first button. */
export function showRecovery(): void {
  const offer = document.getElementById(RECOVERY);
  offer?.scrollIntoView({ block: "center" });
  offer?.querySelector("button")?.focus({ preventScroll: true });
}
