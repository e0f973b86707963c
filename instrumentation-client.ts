// Evaluate these modules before the task that starts hydration (lib/page-cache/later-files.ts). In the same task they
// would block the main thread too long.
import "react-dom/client";
import "next/link";
import "@/lib/i18n/group-digits";
import { watchChunks } from "@/lib/browser/chunk-reload";
import { beginRouteBar } from "@/lib/browser/route-bar";
import { watchJourneys } from "@/lib/browser/travel";

watchChunks();
watchJourneys();

/** Starts the loading bar. Next calls this function when a navigation begins. Rule: site.loading-bar. */
export function onRouterTransitionStart(url: string, type: "push" | "replace" | "traverse"): void {
  const target = new URL(url, window.location.href);
  const here = window.location;
  // A link to the current URL starts a transition that never completes. Going back is
  // different: by then the URL has already changed.
  const isHere = target.pathname === here.pathname && target.search === here.search;
  if (!isHere || type === "traverse") beginRouteBar();
}
