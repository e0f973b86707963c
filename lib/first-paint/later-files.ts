/*
 * Files of finished pages that the first frame does not need, asked for once it is on the screen: on a phone they otherwise
 * share its line with the typefaces, and what runs before a frame delays it. Until they come the page works without them: its
 * critical CSS is all it can need, and links, menu, questions, searches are plain HTML. Plain Node reads this file
 * (lib/first-paint/page-policy.cjs).
 */

/** A script as Next writes it into a page, and the hints for the one at its end and for style sheets of other pages, such as of an error. */
const FILES =
  /<script src="(\/_next\/[^"]+)" async=""><\/script>|<link rel="preload" as="script" fetchPriority="low" href="[^"]+"\/>|<link rel="preload" href="[^"]+" as="style"\/>/g;

/** Between two sheets that begin to count, in milliseconds: time for a frame, so that each is a short task. */
const PAUSE = 20;

/** A page in a tab that nobody looks at has no frame, and not every browser tells: milliseconds after all else is there. */
const PATIENCE = 1_000;

/**
 * Runs in the page, as text: once something of it is painted, asks for its style sheets, which come first, and for the scripts
 * that it is given. Once all sheets came they begin to count one by one, from the last to the first: in the other order one
 * would win over the rules in the page of another that stands after it, and all at once are a task too long for a phone.
 */
function askOncePainted(sources: string[], patience: number, pause: number): void {
  let asked = false;
  function ask() {
    if (asked) return;
    asked = true;
    const sheets = document.querySelectorAll<HTMLLinkElement>(
      'link[rel="stylesheet"][disabled]:not([data-whole])',
    );
    const waiting = [...sheets];
    let missing = sheets.length;
    function applyLast() {
      const last = waiting.pop();
      if (!last) return;
      last.media = "all";
      setTimeout(applyLast, pause);
    }
    for (const sheet of sheets) {
      sheet.onload = sheet.onerror = () => {
        missing -= 1;
        if (missing === 0) applyLast();
      };
      sheet.media = "not all";
      sheet.fetchPriority = "high";
      sheet.disabled = false;
    }
    // Next's queue of what comes before hydration: with an empty script in it that begins a task of its own, and not in the
    // one that evaluates the modules before.
    Object.assign(self, { __next_s: [[null, { children: "" }]] });
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

/** A prerendered page whose style sheets and scripts wait for its first frame. One already processed is returned as it is. */
export function withLaterFiles(html: string): string {
  const sources = [...html.matchAll(FILES)].flatMap(([, src]) => src ?? []);
  if (sources.length === 0) return html;
  let said = false;
  return html.replace(FILES, (_, src?: string) => {
    if (said || src === undefined) return "";
    said = true;
    return `<script>(${askOncePainted})(${JSON.stringify(sources)},${PATIENCE},${PAUSE})</script>`;
  });
}
