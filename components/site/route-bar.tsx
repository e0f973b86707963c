"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useEffect, useLayoutEffect } from "react";
import { watchIntent } from "@/lib/browser/intent";
import { finishRouteBar } from "@/lib/browser/route-bar";
import { land } from "@/lib/browser/travel";
import { whenIdle } from "@/lib/browser/when-idle";

/**
 * Prefetches a page when the user is about to open it. After a navigation, ends the loading bar and the view
 * transition, which instrumentation-client.ts starts. Measures the page speed for a share of the page views.
 *
 * @param figuresShare the share of page views to measure, from 0 to 1
 */
export function RouteBar({ figuresShare }: { figuresShare: number }) {
  const { prefetch } = useRouter();
  const place = `${usePathname()}?${useSearchParams()}`;
  useEffect(() => watchIntent(prefetch), [prefetch]);
  useEffect(() => {
    const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1));
    if (drawn / 2 ** 32 >= figuresShare) return;
    // Load the measuring library only for a page view that is measured.
    return whenIdle(() => {
      // If the browser is offline, the library cannot load, and the page view is not measured.
      import("@/lib/browser/page-figures").then(
        ({ reportPageFigures }) => reportPageFigures(),
        () => {},
      );
    });
  }, [figuresShare]);
  // Use a layout effect, because it runs before the browser paints the new page.
  useLayoutEffect(() => {
    if (place) land();
  }, [place]);
  useEffect(() => {
    if (place) finishRouteBar();
  }, [place]);
  return null;
}
