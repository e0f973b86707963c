import { onCLS, onINP, onLCP } from "web-vitals";

/**
 * Measures how fast the page loads and responds, and sends the values once, when the visitor hides or leaves the page.
 * The report contains the page's path and no identifier.
 */
export function reportPageFigures(): void {
  const { pathname: path } = window.location;
  const figures: Record<string, number> = {};
  const keep = ({ name, value }: { name: string; value: number }) => {
    figures[name] = value;
  };
  for (const measure of [onCLS, onINP, onLCP]) measure(keep);

  function send() {
    if (document.visibilityState !== "hidden") return;
    window.removeEventListener("visibilitychange", send);
    if (Object.keys(figures).length === 0) return;
    navigator.sendBeacon("/api/page-figures", JSON.stringify({ path, ...figures }));
  }
  // The web-vitals library listens on the document. This listener is on the window and therefore runs later, after the
  // library has stored its values.
  window.addEventListener("visibilitychange", send);
}
