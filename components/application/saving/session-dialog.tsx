"use client";

import { type Interrupted, SessionDialog as SharedDialog } from "@/components/forms/session-dialog";
import { signInAgain } from "@/lib/browser/open-session";
import { useApplication } from "../application-context";

/**
 * Sign-in dialog for a session that ended while the user was typing. After the sign-in, the interrupted action
 * continues.
 */
export function SessionDialog({
  open,
  interrupted,
  onClose,
  onSignedIn,
}: {
  open: boolean;
  interrupted: Interrupted;
  onClose: () => void;
  onSignedIn: () => void;
}) {
  const { user } = useApplication();
  return (
    <SharedDialog
      open={open}
      user={user}
      interrupted={interrupted}
      signIn={(password) => signInAgain(user, password)}
      onClose={onClose}
      onSignedIn={onSignedIn}
    />
  );
}
