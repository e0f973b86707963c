import { usePathname, useRouter } from "next/navigation";
import { useEffect, useRef } from "react";

/** A navigation that leaves the page. */
export type Leaving = {
  /** True if the target page keeps this page's state. False if the target loads as a new document. */
  inside: boolean;
  go: { href: string; fullLoad: boolean } | { entry: string };
};

type NavigateEvent = Event & {
  navigationType: string;
  destination: { url: string; key: string };
};
type Navigation = EventTarget & { traverseTo: (key: string) => unknown };

/**
 * Returns this tab's Navigation API object. Returns null in browsers without the API, in which a page cannot ask the
 * user before the browser goes back.
 */
function navigationOf(): Navigation | null {
  return (window as { navigation?: Navigation }).navigation ?? null;
}

/** Returns the link that a plain click follows in this tab, or null for other clicks. */
export function linkOf(event: MouseEvent): HTMLAnchorElement | null {
  const plain =
    event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!plain || event.defaultPrevented || !link?.href) return null;
  if ((link.target && link.target !== "_self") || link.hasAttribute("download")) return null;
  return /^https?:/.test(link.href) ? link : null;
}

/**
 * Watches all ways to leave the page: links, the browser's back and forward buttons where supported, and closing the
 * page, for which the browser shows its own dialog. Returns the function that performs the navigation.
 *
 * @param isInside reports whether a target page keeps this page's state
 * @param asks reports whether a navigation must wait, until the user has answered a question or the page has saved its
 * data
 * @param keepsOpen whether closing the page would lose data
 */
export function useLeaving(options: {
  isInside: (url: URL) => boolean;
  asks: (to: { inside: boolean }) => boolean;
  keepsOpen: boolean;
  onAsk: (leaving: Leaving) => void;
}): (leaving: Leaving) => void {
  const router = useRouter();
  const pathname = usePathname();
  /** True while a confirmed navigation is in progress. */
  const passing = useRef(false);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is the signal
  useEffect(() => {
    passing.current = false;
  }, [pathname]);

  useEffect(() => {
    function ask(leaving: Leaving): boolean {
      const { asks, onAsk } = latest.current;
      if (passing.current || !asks(leaving)) return false;
      onAsk(leaving);
      return true;
    }

    function onClick(event: MouseEvent) {
      const link = linkOf(event);
      if (!link) return;
      const url = new URL(link.href);
      const samePage =
        url.origin === window.location.origin &&
        url.pathname === window.location.pathname &&
        url.search === window.location.search;
      if (samePage) return;
      const inside = latest.current.isInside(url);
      if (!ask({ inside, go: { href: link.href, fullLoad: !inside } })) return;
      // Stop the click event in the capture phase, before Next's router handles the click.
      event.preventDefault();
      event.stopPropagation();
    }

    function onNavigate(event: Event) {
      const { navigationType, destination, cancelable } = event as NavigateEvent;
      if (navigationType !== "traverse" || !cancelable) return;
      const inside = latest.current.isInside(new URL(destination.url));
      if (ask({ inside, go: { entry: destination.key } })) event.preventDefault();
    }

    function onUnload(event: BeforeUnloadEvent) {
      if (latest.current.keepsOpen && !passing.current) event.preventDefault();
    }

    const navigation = navigationOf();
    document.addEventListener("click", onClick, true);
    navigation?.addEventListener("navigate", onNavigate);
    window.addEventListener("beforeunload", onUnload);
    return () => {
      document.removeEventListener("click", onClick, true);
      navigation?.removeEventListener("navigate", onNavigate);
      window.removeEventListener("beforeunload", onUnload);
    };
  }, []);

  return ({ go }) => {
    passing.current = true;
    // `passing` (a confirmed navigation is in progress) becomes false when the next page opens. If the navigation never
    // completes, reset `passing` after a second. Otherwise the page would not ask the user before the next navigation.
    setTimeout(() => {
      passing.current = false;
    }, 1000);
    if ("entry" in go) navigationOf()?.traverseTo(go.entry);
    else if (go.fullLoad) window.location.assign(go.href);
    else {
      const url = new URL(go.href);
      router.push(url.pathname + url.search + url.hash);
    }
  };
}
