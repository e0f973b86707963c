"use client";

import { createContext, use } from "react";

/**
 * Runs work that can require re-authentication.
 *
 * @param purpose the action to confirm, as the dialog names it
 * @param byItself set for work that itself asks for the password. If the back end rejects the password, the work shows
 * the error, and the dialog does not open.
 */
export type Reauthenticate = <T>(
  work: () => Promise<T>,
  purpose: string,
  byItself?: "by itself",
) => Promise<T>;

/** The context that the re-authentication dialog provides (components/account/security/reauthentication.tsx). */
export const ReauthenticationContext = createContext<Reauthenticate>((work) => work());

/**
 * Returns a function that runs work which can require re-authentication. If the back end requires re-authentication, a
 * dialog re-authenticates the user, and the work runs again. If the user cancels, the function throws proof_required.
 */
export function useReauthentication(): Reauthenticate {
  return use(ReauthenticationContext);
}
