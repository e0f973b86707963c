"use client";

import { type ReactNode, useState } from "react";
import type { User } from "@/contract/users/user-schemas";
import { ApiError } from "@/lib/api/error";
import { type Reauthenticate, ReauthenticationContext } from "@/lib/api/reauthenticated";
import { ReauthenticationDialog } from "./reauthentication-dialog";

/**
 * Error codes that require re-authentication. Endpoints that also accept a password can return `wrong_password`
 * instead.
 */
const ASKED = ["proof_required", "key_required"];

type Question = { byKey: boolean; purpose: string; answer: (proved: boolean) => void };

/**
 * Provides the re-authentication dialog to all child components. They repeat a rejected request after the user has
 * re-authenticated. Rule: account.proof.
 */
export function ReauthenticationProvider({ user, children }: { user: User; children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null);

  const proved: Reauthenticate = async (work, purpose, byItself) => {
    const asked = byItself ? ASKED : [...ASKED, "wrong_password"];
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ApiError) || !asked.includes(error.code)) throw error;
      const byKey = error.code === "key_required";
      // If the user has no method to re-authenticate, show no dialog. The caller then asks the user to sign in again.
      if (!byKey && !user.has_password && !user.has_passkey && !user.has_app) throw error;
      const isProved = await new Promise<boolean>((answer) =>
        setQuestion({ byKey, purpose, answer }),
      );
      setQuestion(null);
      if (!isProved) throw new ApiError("proof_required", 0, { cause: error });
      return work();
    }
  };

  return (
    <ReauthenticationContext value={proved}>
      {children}
      {question && (
        <ReauthenticationDialog
          user={user}
          byKey={question.byKey}
          purpose={question.purpose}
          onClose={() => question.answer(false)}
          onProved={() => question.answer(true)}
        />
      )}
    </ReauthenticationContext>
  );
}
