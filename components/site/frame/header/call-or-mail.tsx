"use client";

import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { cx } from "@/components/ui/cx";
import { Ring } from "@/components/ui/figures/ring";
import type { EditionDates } from "@/lib/browser/countdown";
import { applyPath } from "@/lib/routes/apply";
import { useCountdown } from "../../use-countdown";
import styles from "./header.module.css";

/**
 * Shows the session link, and before it the link to apply while the call is open, otherwise the email link. The apply
 * and email links share one grid cell, so the header does not move when the call opens or closes. In a narrow header,
 * the session link uses this cell too: signed-out visitors see only the link to apply while the call is open.
 *
 * @param session the link to sign in, or to the private area
 */
export function CallOrMail({
  edition,
  mail,
  session,
}: {
  edition: EditionDates;
  mail: string;
  session: ReactNode;
}) {
  const t = useTranslations("header");
  const locale = useLocale();
  const open = useCountdown(edition)?.state === "open";
  return (
    <span className={styles.ways} data-open={open || undefined}>
      <span className={styles.way}>
        <a className={cx(styles.tool, styles.write)} href={`mailto:${mail}`}>
          {t("write")}
        </a>
        <a className={cx(styles.tool, styles.apply)} href={applyPath(locale)}>
          <Ring size="0.75em" />
          {t("apply")}
        </a>
      </span>
      {session}
    </span>
  );
}
