import { useTranslations } from "next-intl";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useErrorWords } from "@/components/forms/error-words";
import { showErrorToast } from "@/components/ui/overlays/toast";
import { linkOf } from "@/lib/browser/use-leaving";
import { projectIn } from "../list/list-query";
import { missedKeys } from "../scoring/use-score-votes";

/** A page that has not opened after this time counts as one that does not open, ms. */
const PATIENCE = 20_000;

/** Where the evaluator is going: to a project, which the cockpit opens, or to another page. */
type Destination = "project" | "page";

export type LeavingSheet = ReturnType<typeof useLeavingSheet>;

/**
 * Tells whether a score sheet is being left. From the key press or click that leaves it, until the next
 * page is there or going there failed, no key and no button may change it (docs/decisions/0025).
 */
export function useLeavingSheet(id: string) {
  const t = useTranslations("evaluation.cockpit");
  const errors = useErrorWords();
  const [going, setGoing] = useState<Destination | null>(null);
  /** The departure under way: a new object for each, so that an earlier one notices. */
  const departure = useRef<object | null>(null);
  const shownAt = useRef(Number.POSITIVE_INFINITY);

  useLayoutEffect(() => {
    shownAt.current = performance.now();
  }, []);

  const isElsewhere = () => projectIn(window.location.pathname) !== id.toLowerCase();
  const isLeft = () => departure.current !== null || isElsewhere();

  /** Starts a departure, in place of an earlier one. Returns whether it is still the current one. */
  function begin(destination: Destination): () => boolean {
    const own = {};
    departure.current = own;
    missedKeys.reset();
    setGoing(destination);
    return () => departure.current === own && !isElsewhere();
  }

  /** Ends a departure that failed: the sheet takes changes again. */
  function end() {
    departure.current = null;
    setGoing(null);
  }

  const failed = (code: "network" | "unavailable") => showErrorToast(t("noNext"), errors(code));
  const latest = { begin, end, isElsewhere, failed };
  const current = useRef(latest);
  current.current = latest;

  // The ways that the cockpit does not open itself: links of the frame, the browser's back and forward.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    function leave() {
      const isCurrent = current.current.begin("page");
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (!isCurrent()) return;
        current.current.end();
        current.current.failed("unavailable");
      }, PATIENCE);
    }
    function onClick(event: MouseEvent) {
      const link = linkOf(event);
      if (!link || new URL(link.href).pathname === window.location.pathname) return;
      if (navigator.onLine) return leave();
      // The router would answer a failed request with the browser's own error page.
      event.preventDefault();
      event.stopPropagation();
      current.current.failed("network");
    }
    function onTraverse() {
      if (current.current.isElsewhere()) leave();
      else current.current.end();
    }
    // With unsaved changes the browser asks first; the answer can be to stay.
    function onUnload(event: BeforeUnloadEvent) {
      setTimeout(() => event.defaultPrevented && current.current.end());
    }
    document.addEventListener("click", onClick, true);
    window.addEventListener("popstate", onTraverse);
    window.addEventListener("beforeunload", onUnload);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("click", onClick, true);
      window.removeEventListener("popstate", onTraverse);
      window.removeEventListener("beforeunload", onUnload);
    };
  }, []);

  return {
    going,
    isLeft,
    begin,
    end,
    /**
     * Whether an event was meant for this sheet: not for one that is being left, nor for the one before it.
     * A busy browser delivers key presses late; they count from the moment they were made.
     */
    accepts: ({ timeStamp }: Pick<Event, "timeStamp">) => !isLeft() && timeStamp >= shownAt.current,
  };
}
