import type { NProgress } from "nprogress";

/** Milliseconds before the loading bar appears, so that quick navigations show no bar. Rule: site.loading-bar. */
const THROTTLE = 200;
/** Milliseconds in which the loading bar fills. */
const DURATION = 5000;
const TICK = 100;
/** Maximum share of the loading bar that is filled before the new page arrives. */
const FARTHEST = 0.97;

const NAVIGATION = "navigation";
/** Everything that loads now: the navigation, and lists. */
const owners = new Set<unknown>();
let waiting: ReturnType<typeof setTimeout> | undefined;
let running: ReturnType<typeof setInterval> | undefined;
let shown: NProgress | undefined;

/**
 * Starts the loading bar. The bar appears only if the work takes long.
 *
 * @param owner what loads: a navigation, or a list
 */
export function beginRouteBar(owner: unknown = NAVIGATION): void {
  owners.add(owner);
  if (owners.size > 1) return;
  hide();
  waiting = setTimeout(show, THROTTLE);
}

/** Ends the work of an owner. Removes the loading bar if nothing else loads. */
export function finishRouteBar(owner: unknown = NAVIGATION): void {
  owners.delete(owner);
  if (owners.size === 0) hide();
}

function hide(): void {
  clearTimeout(waiting);
  clearInterval(running);
  waiting = undefined;
  shown?.done();
  shown = undefined;
}

async function show() {
  const began = waiting;
  // Load the loading bar's library only on the first slow navigation.
  const { default: bar } = await import("nprogress");
  if (waiting !== began || began === undefined) return;
  bar.configure({
    // Replace the HTML template of the library nprogress, which has an invalid ARIA role.
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
