// These imports run in a separate task before the task that starts hydration (lib/page-cache/later-files.ts). In one
// task together with hydration, these modules would block the main thread too long.
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
  // Do not start the loading bar for a link to the current URL, because that navigation never completes. The back
  // button is an exception: the URL has already changed before this call.
  const isHere = target.pathname === here.pathname && target.search === here.search;
  if (!isHere || type === "traverse") beginRouteBar();
}
