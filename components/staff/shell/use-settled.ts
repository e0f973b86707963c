import { useEffect, useState } from "react";

/** Milliseconds without typing before a new preview is requested. */
const PAUSE = 700;

/** Returns a value only after it has not changed for 700 ms, because every change would request a preview. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
