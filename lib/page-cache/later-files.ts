/*
 * Delays the files of prerendered pages that the first frame does not need. On a phone, they would compete with the
 * fonts for bandwidth, and scripts would delay the frame. The page works without them: links, menu, questions, and
 * searches are plain HTML. Plain Node reads this file (lib/page-cache/page-policy.cjs).
 */

/**
 * Pattern of Next's script tags, and of two kinds of preload hints: for low-priority scripts, and for the stylesheets
 * of other pages (such as error pages).
 */
const FILES =
  /<script src="(\/_next\/[^"]+)" async=""><\/script>|<link rel="preload" as="script" fetchPriority="low" href="[^"]+"\/>|<link rel="preload" href="[^"]+" as="style"\/>/g;

/**
 * Milliseconds between the activation of two stylesheets, so that the browser can draw a frame in between and each task
 * is short.
 */
const PAUSE = 20;

/**
 * Milliseconds after the load event after which the delayed files load even without a frame. Hidden tabs draw no
 * frames.
 */
const PATIENCE = 1_000;

/**
 * Runs in the page, which contains this function as text. After the first paint, requests the stylesheets and then the
 * given scripts. Activates the loaded stylesheets one by one, because activating all of them in one task would block a
 * phone too long. Starts with the document's last stylesheet. Otherwise an earlier stylesheet, active alone, could
 * override inlined rules of a later stylesheet.
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
    // An empty script in Next's queue before hydration. It moves hydration into a separate task after the evaluation of
    // the modules.
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

/**
 * Makes a prerendered page's stylesheets and scripts wait for the page's first frame. Does not change a page that was
 * already processed.
 */
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
