import { usePathname, useRouter } from "next/navigation";
import { useEffect, useRef } from "react";

/** Where the person is going. */
export type Leaving = {
  /** A page that this one hands its state to; any other is another document. */
  inside: boolean;
  go: { href: string; fullLoad: boolean } | { entry: string };
};

type NavigateEvent = Event & {
  navigationType: string;
  destination: { url: string; key: string };
};
type Navigation = EventTarget & { traverseTo: (key: string) => unknown };

/** The history of this tab, in browsers that let a page ask before going back. */
function navigationOf(): Navigation | null {
  return (window as { navigation?: Navigation }).navigation ?? null;
}

/** The link a plain click would follow in this tab; null for every other click. */
export function linkOf(event: MouseEvent): HTMLAnchorElement | null {
  const plain =
    event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!plain || event.defaultPrevented || !link?.href) return null;
  if ((link.target && link.target !== "_self") || link.hasAttribute("download")) return null;
  return /^https?:/.test(link.href) ? link : null;
}

/**
 * Watches every way off the page: links, the browser's back and forward where it lets a page ask, and, in
 * the browser's own words, closing. Returns the function that really navigates.
 *
 * @param isInside whether a page keeps what this one holds
 * @param asks whether something has to be done or asked before going there
 * @param keepsOpen whether closing the page would lose something
 */
export function useLeaving(options: {
  isInside: (url: URL) => boolean;
  asks: (to: { inside: boolean }) => boolean;
  keepsOpen: boolean;
  onAsk: (leaving: Leaving) => void;
}): (leaving: Leaving) => void {
  const router = useRouter();
  const pathname = usePathname();
  /** True while a departure that has been settled is under way. */
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
      // Before the router sees it.
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
    // Ends on arrival; if that never happens, this page asks again.
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
