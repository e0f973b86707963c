import { useEffect } from "react";
import { beginRouteBar, finishRouteBar } from "./route-bar";

/**
 * Shows the page's loading bar while the next rows of a list load, because the previous rows look almost like current
 * rows. Rule: site.loading-bar.
 */
export function useLoadingBar(isLoading: boolean): void {
  useEffect(() => {
    if (!isLoading) return;
    // Wait for the effects of the changed URL, because one of these effects ends the bar.
    const timer = setTimeout(beginRouteBar);
    return () => {
      clearTimeout(timer);
      finishRouteBar();
    };
  }, [isLoading]);
}
