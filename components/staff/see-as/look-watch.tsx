"use client";

import { usePathname } from "next/navigation";
import { useEffect } from "react";

/**
 * Keeps an open page true while a look begins, stops or runs out elsewhere; what it does is loaded with nobody waiting.
 *
 * @param left milliseconds until the look runs out; null where nobody looks
 */
export function LookWatch({ left }: { left: number | null }) {
  const pathname = usePathname();
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isGone = false;
    void import("./watch-look").then(({ watchLook }) => {
      if (!isGone) stop = watchLook(pathname, left);
    });
    return () => {
      isGone = true;
      stop?.();
    };
  }, [pathname, left]);
  return null;
}
