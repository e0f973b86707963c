"use client";

import { createContext, use } from "react";

/**
 * @param purpose the action that needs the confirmation, as the dialog names it
 * @param byItself the work sends the password itself, so a wrong password must not open the re-authentication dialog
 */
export type Reauthenticate = <T>(
  work: () => Promise<T>,
  purpose: string,
  byItself?: "by itself",
) => Promise<T>;

/** The context that the re-authentication dialog provides (components/account/security/reauthentication.tsx). */
export const ReauthenticationContext = createContext<Reauthenticate>((work) => work());

/**
 * Returns a function that runs work which can require re-authentication: the dialog asks for it, then the work runs
 * again. When the user cancels, the function throws proof_required.
 */
export function useReauthentication(): Reauthenticate {
  return use(ReauthenticationContext);
}
