"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { useEffect, useState } from "react";
import { useSnapshot } from "@/components/ui/use-snapshot";
import { type Feedback, feedbackSchema, saveFeedback } from "@/contract/evaluation/feedback";
import { call } from "@/lib/api/call";
import { feedbackQuery } from "@/lib/api/evaluation-query";
import { inRound } from "@/lib/api/in-round";
import { FEEDBACK_FORM, type FeedbackValues, snapshotOfFeedback } from "@/lib/draft/feedback-form";
import { heldIn, inTime, type Server } from "@/lib/draft/server";
import { createDraft } from "@/lib/draft/store";
import { openTabCopies } from "@/lib/draft/tab-copy";

/** The project and the round to which a feedback text belongs. */
export type About = { id: string; round: number | undefined };

function feedbackServer(
  client: QueryClient,
  locale: string,
  { id, round }: About,
  first: Feedback,
): Server<FeedbackValues> {
  const held = heldIn(client, feedbackQuery(locale, id, round), snapshotOfFeedback, first);
  return {
    ...held,
    async send(values, { version }) {
      const request = { locale, params: { id }, headers: { "If-Match": String(version) } };
      const stored = await inRound(round, (round) =>
        inTime((signal) => call(saveFeedback, { ...request, body: { ...values, round }, signal })),
      );
      return held.put(() => stored);
    },
    async refused(error) {
      const { data } = feedbackSchema.safeParse(error.current);
      if (!data) throw error;
      return held.put(() => data);
    },
  };
}

/**
 * Manages the feedback to the applicant like the scores in the score form. The text is saved while typing and stays in
 * the browser tab until the server has stored it. The text is never written to another project or round.
 *
 * @param isLeft reports whether the evaluator is leaving the project; then the text accepts no changes
 */
export function useFeedbackForm(
  about: About,
  stored: Feedback,
  userId: string,
  isLeft: () => boolean,
) {
  const locale = useLocale();
  const client = useQueryClient();
  const [draft] = useState(() => {
    const { id, round = 1 } = about;
    const copy = openTabCopies<FeedbackValues>(
      userId,
      `feedback.${id}${round === 1 ? "" : `.${round}`}`,
    );
    const server = feedbackServer(client, locale, about, stored);
    return createDraft(FEEDBACK_FORM, { server, copy, onSaved: () => copy.resume() });
  });
  const { values, unsaved, autosave, conflict } = useSnapshot(draft);

  useEffect(() => {
    const end = draft.start();
    draft.takeOffered(stored.open);
    return end;
  }, [draft, stored.open]);

  useEffect(() => {
    const isPending = () => draft.snapshot().unsaved.length > 0;
    function warn(event: BeforeUnloadEvent) {
      if (isPending()) event.preventDefault();
    }
    function again() {
      if (isPending()) void draft.settle();
    }
    window.addEventListener("beforeunload", warn);
    window.addEventListener("online", again);
    return () => {
      window.removeEventListener("beforeunload", warn);
      window.removeEventListener("online", again);
      again();
    };
  }, [draft]);

  const unlessLeft = (change: () => void) => {
    if (!isLeft()) change();
  };
  return {
    values,
    state: autosave,
    conflict: conflict !== null,
    write: (change: Partial<FeedbackValues>) => unlessLeft(() => draft.change(change)),
    flush: async () => (await draft.settle()) && draft.snapshot().unsaved.length === 0,
    keepMine: () => unlessLeft(() => void draft.resolve([])),
    takeTheirs: () => unlessLeft(() => void draft.resolve(unsaved)),
  };
}
