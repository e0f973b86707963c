"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { SessionDialog } from "@/components/forms/session-dialog";
import { signInAgain } from "@/lib/api/open-session";
import { meQuery } from "@/lib/api/query";

type AskSignIn = (after?: () => void) => void;
/** `failed`: what the end of the session has stopped, each with its way to go on. */
type Session = { ask: AskSignIn; failed: Set<() => void> };

const Context = createContext<Session | null>(null);

/**
 * The evaluators' pages share one dialog in which one signs in again where one is. Whatever the end of
 * the session had stopped goes on then, wherever on the page the dialog was opened from.
 */
export function EvaluationSession({ children }: { children: ReactNode }) {
  const { data: user } = useQuery(meQuery(useLocale()));
  const [waiting, setWaiting] = useState<{ after?: () => void } | null>(null);
  const ask = useCallback<AskSignIn>((after) => setWaiting({ after }), []);
  const session = useMemo(() => ({ ask, failed: new Set<() => void>() }), [ask]);
  return (
    <Context value={session}>
      {children}
      {user && (
        <SessionDialog
          open={waiting !== null}
          user={user}
          signIn={(password) => signInAgain(user, password)}
          onClose={() => setWaiting(null)}
          onSignedIn={() => {
            setWaiting(null);
            waiting?.after?.();
            for (const goOn of [...session.failed]) goOn();
          }}
        />
      )}
    </Context>
  );
}

function useSession(): Session {
  const session = useContext(Context);
  if (!session) throw new Error("no session outside of the evaluators' pages");
  return session;
}

/** Opens the dialog in which one signs in again; `after` is done once then. */
export function useAskSignIn(): AskSignIn {
  return useSession().ask;
}

/** While `expired`, `retry` is done as soon as the person has signed in again. */
export function useRetryAfterSignIn(expired: boolean, retry: () => void): void {
  const { failed } = useSession();
  const latest = useRef(retry);
  latest.current = retry;
  useEffect(() => {
    if (!expired) return;
    const goOn = () => latest.current();
    failed.add(goOn);
    return () => {
      failed.delete(goOn);
    };
  }, [expired, failed]);
}
