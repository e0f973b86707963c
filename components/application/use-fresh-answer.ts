import { useLocale } from "next-intl";
import { useEffect, useRef } from "react";
import type { ProjectAnswer } from "@/contract/project/project-schemas";
import { getMe } from "@/contract/users/own-account";
import { call } from "@/lib/api/call";
import { useServerNow } from "@/lib/browser/server-clock";
import { signatureOf } from "./timeline/timeline-query";

/**
 * When the user returns to the tab, the page refetches the application only if the last response is older than this
 * number of milliseconds.
 */
const STALE = 10_000;
/** Milliseconds between refetches in a visible tab. Refetches are necessary because staff can move the deadline. */
const EVERY = 120_000;
/**
 * Milliseconds to wait before a refetch. If a save of this tab is still running after this time, the tab waits again.
 */
const PAUSE = 400;

type News = { userId: string; signature: string };

/**
 * Refetches the application at intervals while the tab is visible, and when the user returns to the tab. Also refetches
 * when another tab changes the application, and when applications open or close.
 *
 * @param isBusy returns whether this tab is saving; a refetch waits until the save has ended
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
        // If the browser is offline, the page keeps its current data.
        void reload().catch(() => undefined);
      }, PAUSE);
    }
    async function lookAgain() {
      const isOld = Date.now() - readAt.current > STALE;
      if (document.visibilityState !== "visible" || !isOld) return;
      readAt.current = Date.now();
      const me = await call(getMe, { locale }).catch(() => null);
      // Another user has signed in. Reload, so that the text on this page is not saved in the other user's account.
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

  // Notify other tabs of each change of the application. Tabs that already have the new state ignore the message.
  useEffect(() => {
    mine.current = signature;
    const news: News = { userId, signature };
    channel.current?.postMessage(news);
  }, [userId, signature]);

  // The server decides when applications open or finally close, so refetch at these times.
  const current = answer.editions.find(({ year }) => year === answer.edition.year);
  const opens = current?.state === "not_yet_open" ? Date.parse(answer.edition.opensAt) : null;
  const closes = answer.projectDeadline ? null : Date.parse(answer.projectDeadlineAt);
  const due =
    now !== null && ((opens !== null && now >= opens) || (closes !== null && now >= closes));
  useEffect(() => {
    if (due && now !== null) void reload().catch(() => undefined);
  }, [due, now, reload]);
}
