"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useEffect, useLayoutEffect } from "react";
import { watchIntent } from "@/lib/browser/intent";
import { finishRouteBar } from "@/lib/browser/route-bar";
import { land } from "@/lib/browser/travel";

/**
 * Between two pages: asks for the next one when somebody is about to open it, and when the route or its parameters have
 * changed ends the loading bar and lands the ring (instrumentation-client.ts starts both).
 */
export function RouteBar() {
  const { prefetch } = useRouter();
  const place = `${usePathname()}?${useSearchParams()}`;
  useEffect(() => watchIntent(prefetch), [prefetch]);
  // Before the new page is painted.
  useLayoutEffect(() => {
    if (place) land();
  }, [place]);
  useEffect(() => {
    if (place) finishRouteBar();
  }, [place]);
  return null;
}
