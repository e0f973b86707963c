"use client";

import { useTranslations } from "next-intl";
import { FormAlert } from "@/components/forms/form-alert";
import { FIGURES } from "@/contract/figures";
import type { User } from "@/contract/users/user-schemas";
import type { ApiError } from "@/lib/api/error";
import { Refusal } from "../enter/refusal";

/** Why something that asks for the password was refused; without a password, that the sign-in is too old. */
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
  if (user.has_password || failure?.code !== "wrong_password") {
    return <Refusal heading={heading} failure={failure} />;
  }
  return (
    <FormAlert heading={heading}>
      <p>{t("signInAgain", FIGURES)}</p>
    </FormAlert>
  );
}
