import { useLocale } from "next-intl";
import { useEffect, useRef } from "react";
import type { ProjectAnswer } from "@/contract/project/project-schemas";
import { getMe } from "@/contract/users/own-account";
import { call } from "@/lib/api/call";
import { useServerNow } from "@/lib/browser/server-clock";
import { signatureOf } from "./timeline/timeline-query";

/** Refetches when somebody returns to the tab, if the last answer is older than this, ms. */
const STALE = 10_000;
/** A tab that stays visible refetches this often: staff may have moved the deadline meanwhile, ms. */
const EVERY = 120_000;
/** A pause before fetching what another tab has just changed: a save of ours may be in flight, ms. */
const PAUSE = 400;

type News = { userId: string; signature: string };

/**
 * Keeps the page in sync with the server: when another tab of this browser has changed the
 * application, when somebody comes back to this one or leaves it in view, and when the call opens or
 * closes meanwhile.
 *
 * @param isBusy a save of this tab is under way: its own answer comes first
 */
export function useFreshAnswer(options: {
  userId: string;
  answer: ProjectAnswer;
  reload: () => Promise<unknown>;
  isBusy: () => boolean;
}) {
  const { userId, answer, reload, isBusy } = options;
  const signature = signatureOf(answer);
  const mine = useRef(signature);
  const channel = useRef<BroadcastChannel | null>(null);
  const readAt = useRef(0);
  const now = useServerNow();
  const locale = useLocale();

  useEffect(() => {
    let timer: number | undefined;
    function readSoon() {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => {
        if (isBusy()) return readSoon();
        readAt.current = Date.now();
        // While offline the page keeps what it has.
        void reload().catch(() => undefined);
      }, PAUSE);
    }
    async function lookAgain() {
      const isOld = Date.now() - readAt.current > STALE;
      if (document.visibilityState !== "visible" || !isOld) return;
      readAt.current = Date.now();
      const me = await call(getMe, { locale }).catch(() => null);
      // Somebody else has signed in meanwhile: what is on this page must not become theirs.
      if (me && me.id !== userId) window.location.reload();
      else readSoon();
    }
    readAt.current = Date.now();
    const tabs = new BroadcastChannel("application");
    channel.current = tabs;
    tabs.onmessage = ({ data }: MessageEvent<News>) => {
      if (data.userId === userId && data.signature !== mine.current) readSoon();
    };
    document.addEventListener("visibilitychange", lookAgain);
    window.addEventListener("focus", lookAgain);
    window.addEventListener("online", lookAgain);
    const regular = window.setInterval(lookAgain, EVERY);
    return () => {
      window.clearInterval(regular);
      window.clearTimeout(timer);
      tabs.close();
      channel.current = null;
      document.removeEventListener("visibilitychange", lookAgain);
      window.removeEventListener("focus", lookAgain);
      window.removeEventListener("online", lookAgain);
    };
  }, [userId, reload, isBusy, locale]);

  // Broadcast to the other tabs once per change; a tab that already knows stays silent.
  useEffect(() => {
    mine.current = signature;
    const news: News = { userId, signature };
    channel.current?.postMessage(news);
  }, [userId, signature]);

  // The server decides when the call opens, or closes for good: it is asked at that moment.
  const current = answer.editions.find(({ year }) => year === answer.edition.year);
  const opens = current?.state === "not_yet_open" ? Date.parse(answer.edition.opensAt) : null;
  const closes = answer.projectDeadline ? null : Date.parse(answer.projectDeadlineAt);
  const due =
    now !== null && ((opens !== null && now >= opens) || (closes !== null && now >= closes));
  useEffect(() => {
    if (due && now !== null) void reload().catch(() => undefined);
  }, [due, now, reload]);
}
