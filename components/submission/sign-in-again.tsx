"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
} from "react";
import { SessionDialog } from "@/components/forms/session-dialog";
import { meQuery } from "@/lib/api/query";
import { signInAgain } from "@/lib/browser/open-session";

type AskSignIn = (after?: () => void) => void;
/** `failed` contains the retry functions of all actions that the end of the session interrupted. */
type Session = { ask: AskSignIn; failed: Set<() => void> };

const Context = createContext<Session | null>(null);

/**
 * Provides one sign-in dialog for pages on which a redirect would lose work or the reading position. After the sign-in,
 * all interrupted actions on the page run again, regardless of which component opened the dialog.
 */
export function SignInAgain({ children }: { children: ReactNode }) {
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
          interrupted={waiting?.after ? "other" : "save"}
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
  if (!session) throw new Error("SignInAgain is missing above this component");
  return session;
}

/** Returns a function that opens the sign-in dialog. `after` runs once, after the user has signed in. */
export function useAskSignIn(): AskSignIn {
  return useSession().ask;
}

/** If `expired` is true, runs `retry` as soon as the user has signed in again. */
export function useRetryAfterSignIn(expired: boolean, retry: () => void): void {
  const { failed } = useSession();
  const goOn = useEffectEvent(retry);
  useEffect(() => {
    if (!expired) return;
    const again = () => goOn();
    failed.add(again);
    return () => {
      failed.delete(again);
    };
  }, [expired, failed]);
}
