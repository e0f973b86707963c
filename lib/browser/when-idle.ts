/** Maximum milliseconds to wait until the browser is idle. */
const AT_LATEST = 2000;

/**
 * Runs a function once the browser has no urgent work left, such as hydration. Returns a function that cancels the
 * wait.
 */
export function whenIdle(act: () => void): () => void {
  // Safari does not support requestIdleCallback, so a timeout runs the function.
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(act, AT_LATEST / 4);
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(act, { timeout: AT_LATEST });
  return () => window.cancelIdleCallback(handle);
}
