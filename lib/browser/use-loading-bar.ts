import { useEffect, useId } from "react";
import { beginRouteBar, finishRouteBar } from "./route-bar";

/**
 * Shows the page's loading bar while the next rows of a list load, because the previous rows look almost like current
 * rows. Rule: site.loading-bar.
 */
export function useLoadingBar(isLoading: boolean): void {
  const owner = useId();
  useEffect(() => {
    if (!isLoading) return;
    beginRouteBar(owner);
    return () => finishRouteBar(owner);
  }, [isLoading, owner]);
}
