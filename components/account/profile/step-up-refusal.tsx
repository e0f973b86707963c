"use client";

import { useTranslations } from "next-intl";
import { FormAlert } from "@/components/forms/form-alert";
import { FIGURES } from "@/contract/quoted-numbers";
import type { User } from "@/contract/users/user-schemas";
import type { ApiError } from "@/lib/api/error";
import { Refusal } from "../refusal";

const ASKED = ["proof_required", "wrong_password"];

/**
 * Shows why the server rejected an action. If the user has no method to re-authenticate, asks the user to sign in
 * again.
 */
export function StepUpRefusal({
  user,
  heading,
  failure,
}: {
  user: User;
  heading: string;
  failure: ApiError | null;
}) {
  const t = useTranslations("profile");
  const canProve = user.has_password || user.has_passkey || user.has_app;
  if (canProve || !failure || !ASKED.includes(failure.code)) {
    return <Refusal heading={heading} failure={failure} />;
  }
  return (
    <FormAlert heading={heading}>
      <p>{t("signInAgain", FIGURES)}</p>
    </FormAlert>
  );
}
