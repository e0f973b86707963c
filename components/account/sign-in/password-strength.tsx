"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { StrengthRings } from "@/components/forms/fields/strength-rings";
import { FIGURES } from "@/contract/quoted-numbers";
import { scorePassword } from "./score-password";

type Score = 0 | 1 | 2 | 3 | 4;

/**
 * Shows the strength of a new password as four circles, or advice while the field is empty.
 *
 * @param own the person's names and address, which an attacker would try first
 */
export function PasswordStrength({ password, own = "" }: { password: string; own?: string }) {
  const t = useTranslations("account");
  const locale = useLocale();
  const [score, setScore] = useState<Score | null>(null);

  useEffect(() => {
    let current = true;
    const judged =
      password === "" ? Promise.resolve(null) : scorePassword(password, own.split(" "), locale);
    judged
      .then((result) => {
        if (current) setScore(result);
      })
      // Show no estimate if the dictionaries fail to load. The back end still checks the password.
      .catch(() => undefined);
    return () => {
      current = false;
    };
  }, [password, own, locale]);

  if (score === null) return t("passwordHelp", FIGURES);
  return <StrengthRings score={score} text={t(`strength.${score}`)} />;
}
