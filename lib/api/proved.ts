"use client";

import { createContext, use } from "react";

/** @param byItself the work hands in the password: a wrong one is its own affair, and no question */
export type Proved = <T>(work: () => Promise<T>, byItself?: "by itself") => Promise<T>;

/** Held by the dialog that asks for a proof (components/account/keys/proof.tsx). */
export const ProofContext = createContext<Proved>((work) => work());

/**
 * Does something that may ask for a proof that its owner is there: the dialog asks for it, then it is done. When
 * nobody proves anything, it fails with proof_required.
 */
export function useProved(): Proved {
  return use(ProofContext);
}
