import { useEffect, useRef, useState } from "react";

/** Minimum number of milliseconds that a loading state stays visible. Rule: site.loading-at-least. */
const MINIMUM = 200;

/** Returns `pending`, but keeps the value true for at least 200 ms, so that a quick response does not flicker. */
export function useAtLeast(pending: boolean): boolean {
  const [held, setHeld] = useState(pending);
  const since = useRef(0);
  useEffect(() => {
    if (pending) {
      since.current = Date.now();
      setHeld(true);
      return;
    }
    const timer = setTimeout(() => setHeld(false), MINIMUM - (Date.now() - since.current));
    return () => clearTimeout(timer);
  }, [pending]);
  return pending || held;
}
