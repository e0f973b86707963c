"use client";

import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { GoLink } from "@/components/ui/buttons/go-link";
import type { EditionDates } from "@/lib/browser/countdown";
import { callPath } from "@/lib/routes/apply";
import { pathFor } from "@/lib/routes/path";
import { useCountdown, useEditionNow } from "../use-countdown";

/**
 * Renders the main link of the call: apply while the call is open, create an account before, read the results
 * afterwards. Uses plain links, because private and account pages have a separate content security policy.
 *
 * @param withAccount adds a link for people who have started an application
 * @param note a text about applying, shown until applications are closed
 */
export function CallAction({
  edition,
  withAccount = false,
  note,
}: {
  edition: EditionDates;
  withAccount?: boolean;
  note?: ReactNode;
}) {
  const t = useTranslations("countdown.callAction");
  const locale = useLocale();
  const countdown = useCountdown(edition);
  const now = useEditionNow(edition);
  const to = (path: string) => pathFor({ locale, path });

  if (countdown?.state === "closed") {
    const { awardedAt } = edition;
    // Until the winners are announced, there are no results to link to. Link to the registration instead: people who
    // register now receive news of the next call.
    const isOver = awardedAt && now !== null && Date.parse(awardedAt) <= now;
    return (
      <ButtonLink href={to(isOver ? "/storie" : "/registration")}>
        {t(isOver ? "closed" : "closedNext")}
      </ButtonLink>
    );
  }
  const early = countdown?.state === "not_yet_open";
  return (
    <>
      <ButtonLink href={callPath(locale, early)}>{t(early ? "not_yet_open" : "open")}</ButtonLink>
      {withAccount && (
        <GoLink data-for="signed-out" href={to("/dashboard")}>
          {t("account")}
        </GoLink>
      )}
      {note}
    </>
  );
}
