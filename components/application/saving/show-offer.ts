/** The id of the notice with the text to recover. */
export const OFFER = "offered-text";

/** Brings the text to recover into view, with the focus on its first button. */
export function showOffer(): void {
  const offer = document.getElementById(OFFER);
  offer?.scrollIntoView({ block: "center" });
  offer?.querySelector("button")?.focus({ preventScroll: true });
}
