import { watchChunks } from "@/lib/chunk-reload";
import { beginRouteBar } from "@/lib/route-bar";
import { applyWholeSheets } from "@/lib/whole-sheets";

applyWholeSheets();
watchChunks();

/** Next calls this when a navigation begins: the loading bar of specification part 9. */
export function onRouterTransitionStart(url: string, type: "push" | "replace" | "traverse"): void {
  const target = new URL(url, window.location.href);
  const here = window.location;
  // A link to the very place one is at begins a transition that never arrives. Going back is
  // another thing: then the address has changed already.
  const isHere = target.pathname === here.pathname && target.search === here.search;
  if (!isHere || type === "traverse") beginRouteBar();
}
