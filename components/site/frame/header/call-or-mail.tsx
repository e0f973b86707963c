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
 * Shows two links: either the link to apply (while the call is open) or the email link, and beside it the session link.
 * The link to apply and the email link share one place with the width of the wider link, so the header never moves. In
 * a narrow header, the session link shares this place too, and signed-out visitors see the link to apply while the call
 * is open.
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
