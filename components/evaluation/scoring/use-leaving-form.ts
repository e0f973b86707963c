import { useTranslations } from "next-intl";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useErrorMessages } from "@/components/forms/error-messages";
import { showErrorToast } from "@/components/ui/overlays/toast";
import { linkOf } from "@/lib/browser/use-leaving";
import { projectIn } from "../list/list-query";
import { missedKeys } from "./use-score-votes";

/** Milliseconds after which a page that has not opened counts as failed to open. */
const PATIENCE = 20_000;

/** Where the evaluator goes from a score form: to another project in the workspace, or to another page. */
type Destination = "project" | "page";

export type LeavingForm = ReturnType<typeof useLeavingForm>;

/**
 * Tracks whether the evaluator is leaving a score form. The form is locked from the key press or click that leaves
 * until the next page appears or navigation fails (docs/decisions/0025).
 */
export function useLeavingForm(id: string) {
  const t = useTranslations("evaluation.cockpit");
  const errors = useErrorMessages();
  const [going, setGoing] = useState<Destination | null>(null);
  /**
   * The current attempt to leave the score form. Each attempt is a new object, so that an earlier attempt can detect
   * that it is outdated.
   */
  const departure = useRef<object | null>(null);
  const openAt = useRef(Number.POSITIVE_INFINITY);
  /** Accepts only events from now on, because earlier events were meant for another form or for the locked form. */
  const open = () => {
    openAt.current = performance.now();
  };

  useLayoutEffect(open, []);

  const isElsewhere = () => projectIn(window.location.pathname) !== id.toLowerCase();
  const isLeft = () => departure.current !== null || isElsewhere();

  /**
   * Starts an attempt to leave the score form and replaces an earlier attempt. Returns a function that reports whether
   * this attempt is still the current one.
   */
  function begin(destination: Destination): () => boolean {
    const own = {};
    departure.current = own;
    missedKeys.reset();
    setGoing(destination);
    return () => departure.current === own && !isElsewhere();
  }

  /** Ends a failed attempt to leave, so that the score form accepts changes again. */
  function end() {
    departure.current = null;
    open();
    setGoing(null);
  }

  const failed = (code: "network" | "unavailable") => showErrorToast(t("noNext"), errors(code));
  const latest = { begin, end, isElsewhere, failed };
  const current = useRef(latest);
  current.current = latest;

  // Also lock the form when the evaluator leaves by a link in the page's header, or by the browser's back and forward
  // buttons.
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
      // If the browser is offline, cancel the navigation. After a failed request, the router would load the browser's
      // error page.
      event.preventDefault();
      event.stopPropagation();
      current.current.failed("network");
    }
    function onTraverse() {
      if (current.current.isElsewhere()) leave();
      else current.current.end();
    }
    // With unsaved changes, the browser asks for confirmation before it leaves the page. If the user stays, the attempt
    // to leave ends.
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
     * Reports whether an event belongs to this score form: the event is neither for the previous form nor from a time
     * when this form was locked. A busy browser delivers key presses late, so the event's timestamp decides.
     */
    accepts: ({ timeStamp }: Pick<Event, "timeStamp">) => !isLeft() && timeStamp >= openAt.current,
  };
}
