"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { createContext, type ReactNode, useCallback, useContext, useState } from "react";
import { SessionDialog } from "@/components/forms/session-dialog";
import { signInAgain } from "@/lib/api/open-session";
import { meQuery } from "@/lib/api/query";

type AskSignIn = (after: () => void) => void;

const Context = createContext<AskSignIn | null>(null);

/**
 * The evaluators' pages share one dialog in which one signs in again where one is; what had failed
 * (`after`) is done again then.
 */
export function EvaluationSession({ children }: { children: ReactNode }) {
  const { data: user } = useQuery(meQuery(useLocale()));
  const [waiting, setWaiting] = useState<{ after: () => void } | null>(null);
  const ask = useCallback<AskSignIn>((after) => setWaiting({ after }), []);
  return (
    <Context value={ask}>
      {children}
      {user && (
        <SessionDialog
          open={waiting !== null}
          user={user}
          signIn={(password) => signInAgain(user, password)}
          onClose={() => setWaiting(null)}
          onSignedIn={() => {
            setWaiting(null);
            waiting?.after();
          }}
        />
      )}
    </Context>
  );
}

/** Opens the dialog in which one signs in again. */
export function useAskSignIn(): AskSignIn {
  const ask = useContext(Context);
  if (!ask) throw new Error("useAskSignIn outside of the evaluators' pages");
  return ask;
}
