"use client";

import { SessionDialog as SharedDialog } from "@/components/forms/session-dialog";
import { signInAgain } from "@/lib/api/session/open-session";
import { useApplication } from "../application-context";

/** The session ended while somebody was writing; the caller retries the save after the sign-in. */
export function SessionDialog({
  open,
  onClose,
  onSignedIn,
}: {
  open: boolean;
  onClose: () => void;
  onSignedIn: () => void;
}) {
  const { user } = useApplication();
  return (
    <SharedDialog
      open={open}
      user={user}
      signIn={(password) => signInAgain(user, password)}
      onClose={onClose}
      onSignedIn={onSignedIn}
    />
  );
}
