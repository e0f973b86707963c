import type { NProgress } from "nprogress";

/** A quick change shows no bar: it appears after this many ms (rule site.loading-bar). */
const THROTTLE = 200;
/** The time in which the bar fills, ms. */
const DURATION = 5000;
const TICK = 100;
/** It never completes by itself: only arrival completes it. */
const FARTHEST = 0.97;

let waiting: ReturnType<typeof setTimeout> | undefined;
let running: ReturnType<typeof setInterval> | undefined;
let shown: NProgress | undefined;

/** A navigation has started: the bar appears if it takes long. */
export function beginRouteBar(): void {
  finishRouteBar();
  waiting = setTimeout(show, THROTTLE);
}

/** The navigation is over: the bar, if it appeared, goes. */
export function finishRouteBar(): void {
  clearTimeout(waiting);
  clearInterval(running);
  waiting = undefined;
  shown?.done();
  shown = undefined;
}

async function show() {
  const began = waiting;
  // Loaded only on the first slow navigation.
  const { default: bar } = await import("nprogress");
  if (waiting !== began || began === undefined) return;
  bar.configure({
    // The library's own template has a role that does not exist.
    template: '<div class="bar" role="presentation"></div>',
    barSelector: ".bar",
    showSpinner: false,
    trickle: false,
    minimum: 0.02,
    speed: 2 * TICK,
  });
  shown = bar;
  bar.start();
  const start = Date.now();
  running = setInterval(() => {
    bar.set(Math.min((Date.now() - start) / DURATION, FARTHEST));
  }, TICK);
}
