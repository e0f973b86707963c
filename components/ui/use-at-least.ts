import { useEffect, useRef, useState } from "react";

/** How long "loading" stays once it is shown, ms (rule site.loading-at-least). */
const MINIMUM = 200;

/** `pending`, but once true it stays so for 200 ms: a quick answer must not flicker. */
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
