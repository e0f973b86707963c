/*
 * Scripts of finished pages, asked for once the first frame is on the screen: on a phone they otherwise share its line with
 * the typefaces, and what runs before a frame delays it. Until they come the page works without them: links, menu, questions,
 * searches are plain HTML. Plain Node reads this file (lib/first-paint/page-policy.cjs).
 */

/** A script as Next writes it into a page, and the hint that announces the one at its end. */
const SCRIPTS =
  /<script src="(\/_next\/[^"]+)" async=""><\/script>|<link rel="preload" as="script" fetchPriority="low" href="[^"]+"\/>/g;

/** A page in a tab that nobody looks at has no frame, and not every browser tells: milliseconds after all else is there. */
const PATIENCE = 1_000;

/** Runs in the page, as text: inserts the scripts that it is given once something of the page is painted. */
function askOncePainted(sources: string[], patience: number): void {
  let asked = false;
  function ask() {
    if (asked) return;
    asked = true;
    for (const source of sources) {
      const script = document.createElement("script");
      script.async = true;
      script.src = source;
      document.head.append(script);
    }
  }
  addEventListener("load", () => setTimeout(ask, document.hidden ? 0 : patience));
  new PerformanceObserver((list) => {
    if (list.getEntriesByName("first-contentful-paint").length > 0) ask();
  }).observe({ type: "paint", buffered: true });
}

/** A prerendered page whose scripts wait for its first frame. One already processed is returned as it is. */
export function withLaterScripts(html: string): string {
  const sources = [...html.matchAll(SCRIPTS)].flatMap(([, src]) => src ?? []);
  if (sources.length === 0) return html;
  let said = false;
  return html.replace(SCRIPTS, (_, src?: string) => {
    if (said || src === undefined) return "";
    said = true;
    return `<script>(${askOncePainted})(${JSON.stringify(sources)},${PATIENCE})</script>`;
  });
}
