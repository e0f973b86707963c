"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useEffect, useLayoutEffect } from "react";
import { watchIntent } from "@/lib/browser/intent";
import { finishRouteBar } from "@/lib/browser/route-bar";
import { land } from "@/lib/browser/travel";

/**
 * Prefetches a page when the user is about to open it. After a navigation, ends the loading bar and the ring's
 * transition, which instrumentation-client.ts starts.
 */
export function RouteBar() {
  const { prefetch } = useRouter();
  const place = `${usePathname()}?${useSearchParams()}`;
  useEffect(() => watchIntent(prefetch), [prefetch]);
  // A layout effect runs before the browser paints the new page.
  useLayoutEffect(() => {
    if (place) land();
  }, [place]);
  useEffect(() => {
    if (place) finishRouteBar();
  }, [place]);
  return null;
}
