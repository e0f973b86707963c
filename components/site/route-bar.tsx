"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect } from "react";
import { finishRouteBar } from "@/lib/route-bar";

/** Ends the loading bar when route or parameters have changed; instrumentation-client.ts begins it. */
export function RouteBar() {
  const place = `${usePathname()}?${useSearchParams()}`;
  useEffect(() => {
    if (place) finishRouteBar();
  }, [place]);
  return null;
}
