import { useRouter } from "next/navigation";
import { type RefObject, useEffect, useRef } from "react";
import { LANGUAGES } from "@/contract/languages";

/** Where the person is going. */
export type Leaving = {
  /** A page of the applicant's area: uploads continue there. */
  insideArea: boolean;
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

function isInsideArea(url: URL): boolean {
  if (url.origin !== window.location.origin) return false;
  const prefix = LANGUAGES.find((locale) => url.pathname.startsWith(`/${locale}/`));
  const here = LANGUAGES.find((locale) => window.location.pathname.startsWith(`/${locale}/`));
  // Another language is another document: it leaves the area like any full load.
  if (prefix !== here) return false;
  const path = prefix ? url.pathname.slice(prefix.length + 1) : url.pathname;
  return path === "/dashboard" || path.startsWith("/dashboard/project");
}

/** The link a plain click would follow in this tab; null for every other click. */
function linkOf(event: MouseEvent): HTMLAnchorElement | null {
  const plain =
    event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!plain || event.defaultPrevented || !link?.href) return null;
  if ((link.target && link.target !== "_self") || link.hasAttribute("download")) return null;
  return /^https?:/.test(link.href) ? link : null;
}

/**
 * Watches every way off the page. Returns the function that really navigates, once the person has answered.
 *
 * @param asks whether going there needs a confirmation
 * @param keepsOpen whether closing the page would lose something
 * @param passing true while a confirmed departure is under way
 */
export function useLeaving(options: {
  asks: (to: { insideArea: boolean }) => boolean;
  keepsOpen: boolean;
  passing: RefObject<boolean>;
  onAsk: (leaving: Leaving) => void;
}): (leaving: Leaving) => void {
  const router = useRouter();
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });

  useEffect(() => {
    function ask(leaving: Leaving): boolean {
      const { asks, passing, onAsk } = latest.current;
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
      const insideArea = isInsideArea(url);
      if (!ask({ insideArea, go: { href: link.href, fullLoad: !insideArea } })) return;
      // Before the router sees it.
      event.preventDefault();
      event.stopPropagation();
    }

    function onNavigate(event: Event) {
      const { navigationType, destination, cancelable } = event as NavigateEvent;
      if (navigationType !== "traverse" || !cancelable) return;
      const insideArea = isInsideArea(new URL(destination.url));
      if (ask({ insideArea, go: { entry: destination.key } })) event.preventDefault();
    }

    function onUnload(event: BeforeUnloadEvent) {
      if (latest.current.keepsOpen && !latest.current.passing.current) event.preventDefault();
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
    const { passing } = latest.current;
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
