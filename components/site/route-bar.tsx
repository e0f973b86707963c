"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect } from "react";
import { finishRouteBar } from "@/lib/browser/route-bar";

/** Ends the loading bar when the route or its parameters have changed; instrumentation-client.ts starts it. */
export function RouteBar() {
  const place = `${usePathname()}?${useSearchParams()}`;
  useEffect(() => {
    if (place) finishRouteBar();
  }, [place]);
  return null;
}
