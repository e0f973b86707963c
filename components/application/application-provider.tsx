"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Interrupted } from "@/components/forms/session-dialog";
import { useAtLeast } from "@/components/ui/use-at-least";
import { useSnapshot } from "@/components/ui/use-snapshot";
import type { ProjectAnswer } from "@/contract/project/project-schemas";
import { meQuery, projectQuery } from "@/lib/api/query";
import { fieldsIn } from "@/lib/draft/form";
import { PROJECT_FORM, type ProjectDraft, type Values } from "@/lib/draft/project-form";
import { createDraft } from "@/lib/draft/store";
import { openTabCopies } from "@/lib/draft/tab-copy";
import type { MemberInHand } from "@/lib/draft/team-member";
import { createUploads } from "@/lib/uploads/uploads";
import type { Applicant } from "./analytics";
import { type Application, ApplicationContext } from "./application-context";
import { closedBy, closedReason } from "./application-state";
import { LoadFailed, Loading } from "./loading";
import { ConflictDialog } from "./saving/conflict-dialog";
import { projectServer } from "./saving/save-request";
import { SessionDialog } from "./saving/session-dialog";
import { useTellSaved } from "./saving/use-tell-saved";
import { LeaveGuard } from "./steps/leave-guard";
import { useStrayFiles } from "./upload/use-stray-files";
import { useFreshAnswer } from "./use-fresh-answer";
import { useReload } from "./use-reload";

/** Milliseconds for which the save bar shows the result of Save. Toasts use the same duration. */
const SAID_MS = 6_000;

type Configured = Pick<Application, "programme" | "contactMail" | "looking">;

/**
 * Loads the signed-in applicant's application and provides it to all child pages. The draft, uploads, and dialogs live
 * in this provider, so that they survive navigation between steps.
 *
 * @param programme the programme's configured name
 * @param contactMail the programme's configured contact address
 * @param looking true during impersonation: the page is read-only
 */
export function ApplicationProvider({
  children,
  ...configured
}: Configured & { children: ReactNode }) {
  const locale = useLocale();
  const me = useQuery(meQuery(locale));
  // The application's query never becomes stale, so it does not refetch automatically. `useFreshAnswer` and the code
  // that saves, sends, and uploads trigger refetches.
  const project = useQuery(projectQuery(locale));
  const loading = useAtLeast(me.isPending || project.isPending);
  const failed = project.error ?? me.error;

  if (failed && !project.isFetching && (!project.data || !me.data)) {
    return (
      <LoadFailed
        error={failed}
        onRetry={() => {
          void me.refetch();
          void project.refetch();
        }}
      />
    );
  }
  if (loading || !me.data || !project.data) return <Loading />;
  return (
    <Loaded key={me.data.id} user={me.data} answer={project.data} {...configured}>
      {children}
    </Loaded>
  );
}

function Loaded({
  user,
  answer,
  programme,
  contactMail,
  looking,
  children,
}: Configured & {
  user: Applicant;
  answer: ProjectAnswer;
  children: ReactNode;
}) {
  const locale = useLocale();
  const queries = useQueryClient();
  const [asking, setAsking] = useState<"session" | "conflict" | null>(null);
  /**
   * The action that the end of the session interrupted. After the sign-in, the draft is saved, and `after` continues
   * this action.
   */
  const interrupted = useRef<{ after?: () => void; action: Interrupted }>({ action: "save" });
  const tell = useTellSaved();
  const latest = useRef(tell);
  useEffect(() => {
    latest.current = tell;
  });

  const [writesMember, setWritesMember] = useState(false);
  const [said, setSaid] = useState<{ words: string } | null>(null);
  useEffect(() => {
    if (!said) return;
    const timer = setTimeout(() => setSaid(null), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);

  const reload = useReload(locale);
  const [copies] = useState(() => openTabCopies<Values, MemberInHand>(user.id));
  const [draft] = useState(() =>
    createDraft(PROJECT_FORM, {
      server: projectServer({ queries, answer, user, locale, reload }),
      copy: copies,
      onSaved(explicit) {
        latest.current.resolved();
        if (!explicit) return;
        const stored = queries.getQueryData(projectQuery(locale).queryKey) ?? answer;
        setSaid({ words: latest.current.saved(stored, fieldsIn(draft.snapshot().problems)) });
        void reload().catch(() => undefined);
      },
      onTaken: (fields) => latest.current.taken(fields.length),
    }),
  );
  const [uploads] = useState(() =>
    createUploads({ userId: user.id, locale, reload, onSignedOut: () => setAsking("session") }),
  );

  useEffect(() => draft.start(), [draft]);
  useEffect(() => void copies.adopt(draft.offerMore), [copies, draft]);
  useEffect(() => {
    draft.wake();
    void uploads.findInterrupted().catch(() => undefined);
    const wake = () => {
      uploads.wakeAll();
      if (draft.snapshot().autosave.kind === "failed") void draft.retry();
    };
    // Save when the page is hidden, because a phone can close a hidden page without warning.
    const hidden = () => {
      if (document.visibilityState === "hidden" && draft.snapshot().autosave.kind === "waiting")
        void draft.settle();
    };
    window.addEventListener("online", wake);
    document.addEventListener("visibilitychange", hidden);
    return () => {
      window.removeEventListener("online", wake);
      document.removeEventListener("visibilitychange", hidden);
      draft.stop();
      uploads.stopAll();
    };
  }, [draft, uploads]);

  useStrayFiles();
  const isBusy = useCallback(() => draft.snapshot().autosave.kind === "saving", [draft]);
  useFreshAnswer({ userId: user.id, answer, reload, isBusy });

  function closeSignIn() {
    interrupted.current = { action: "save" };
    setAsking(null);
  }

  const state = useDraftQuestions(draft, setAsking);
  const [reason, refused] = [closedReason(answer), closedBy(state.error)];
  const closed = reason ?? refused;
  // After a rejected save, refetch the application. If the application is still open, retry the save. Otherwise the
  // page is read-only.
  useEffect(() => {
    if (!refused || reason) return;
    void reload()
      .then((fresh) => (closedReason(fresh) ? null : draft.retry()))
      .catch(() => undefined);
  }, [refused, reason, reload, draft]);
  const application = useMemo(
    () => ({
      user,
      programme,
      contactMail,
      looking,
      answer,
      draft,
      uploads,
      closed,
      said: said?.words ?? null,
      writesMember,
      setWritesMember,
      reload,
      askSignIn(after?: () => void, action: Interrupted = after ? "other" : "save") {
        interrupted.current = { after, action };
        setAsking("session");
      },
      askConflict: () => setAsking("conflict"),
    }),
    [
      user,
      programme,
      contactMail,
      looking,
      answer,
      draft,
      uploads,
      closed,
      said,
      writesMember,
      reload,
    ],
  );

  return (
    <ApplicationContext value={application}>
      <LeaveGuard />
      {children}
      <SessionDialog
        open={asking === "session"}
        interrupted={interrupted.current.action}
        onClose={closeSignIn}
        onSignedIn={() => {
          const { after } = interrupted.current;
          closeSignIn();
          copies.resume();
          void draft.retry();
          uploads.wakeAll();
          if (after) after();
          else void reload().catch(() => undefined);
        }}
      />
      <ConflictDialog
        open={asking === "conflict" && state.conflict}
        onClose={() => setAsking(null)}
      />
    </ApplicationContext>
  );
}

/**
 * Opens a dialog if a save fails for a reason that only the user can resolve: the session has ended, or an edit
 * conflict exists. If the user closes the dialog, the typed text stays, and the next failure opens the dialog again.
 */
function useDraftQuestions(draft: ProjectDraft, ask: (what: "session" | "conflict") => void) {
  const { autosave, conflict } = useSnapshot(draft);
  const error = autosave.kind === "failed" ? autosave.error : null;

  useEffect(() => {
    if (error?.code === "not_authenticated") ask("session");
    else if (conflict) ask("conflict");
  }, [error, conflict, ask]);

  return { error, conflict: conflict !== null };
}
