import { useEffect, useState } from "react";

/** Milliseconds without typing before a new preview is requested. */
const PAUSE = 700;

/** Returns a value after it has not changed for a while. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
