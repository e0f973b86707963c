/** The id of the notice that offers text to recover. */
export const OFFER = "offered-text";

/** Scrolls to the notice with the text to recover and focuses its first button. */
export function showOffer(): void {
  const offer = document.getElementById(OFFER);
  offer?.scrollIntoView({ block: "center" });
  offer?.querySelector("button")?.focus({ preventScroll: true });
}
