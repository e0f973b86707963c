/** The longest wait for a page to become idle, ms. */
const AT_LATEST = 2000;

/**
 * Does something once the browser has nothing more urgent to do, such as hydrating the page;
 * returns a function that cancels it.
 */
export function whenIdle(act: () => void): () => void {
  // Safari has no idle callback yet.
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(act, AT_LATEST / 4);
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(act, { timeout: AT_LATEST });
  return () => window.cancelIdleCallback(handle);
}
