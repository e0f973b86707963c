// Evaluated here, before the task in which hydration begins (lib/first-paint/later-files.ts): together they are a long one.
import "react-dom/client";
import "next/link";
import { watchChunks } from "@/lib/browser/chunk-reload";
import { beginRouteBar } from "@/lib/browser/route-bar";
import { watchJourneys } from "@/lib/browser/travel";

watchChunks();
watchJourneys();

/** Next calls this when a navigation begins: the loading bar (rule site.loading-bar) */
export function onRouterTransitionStart(url: string, type: "push" | "replace" | "traverse"): void {
  const target = new URL(url, window.location.href);
  const here = window.location;
  // A link to the current URL starts a transition that never completes. Going back is
  // different: by then the URL has already changed.
  const isHere = target.pathname === here.pathname && target.search === here.search;
  if (!isHere || type === "traverse") beginRouteBar();
}
