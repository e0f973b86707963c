"use client";

import { usePathname } from "next/navigation";
import { useEffect } from "react";

/**
 * Reloads an open page when an impersonation starts, stops, or expires elsewhere, so that the page always belongs to
 * the right account. The code loads when the browser is idle.
 *
 * @param left milliseconds until the impersonation expires; null without an impersonation
 */
export function ImpersonationWatch({ left }: { left: number | null }) {
  const pathname = usePathname();
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isGone = false;
    void import("./watch-impersonation").then(({ watchImpersonation }) => {
      if (!isGone) stop = watchImpersonation(pathname, left);
    });
    return () => {
      isGone = true;
      stop?.();
    };
  }, [pathname, left]);
  return null;
}
