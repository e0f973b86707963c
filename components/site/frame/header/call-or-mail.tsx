"use client";

import { useLocale, useTranslations } from "next-intl";
import { cx } from "@/components/ui/cx";
import { Ring } from "@/components/ui/figures/ring";
import type { EditionDates } from "@/lib/browser/countdown";
import { applyPath } from "@/lib/routes/apply";
import { useCountdown } from "../../use-countdown";
import styles from "./header.module.css";

/**
 * What the bar offers before the session: to apply while the call is open, else (and without scripts) to write. Both
 * have the same place, as wide as the wider, so that nothing moves when the clock is read.
 */
export function CallOrMail({ edition, mail }: { edition: EditionDates; mail: string }) {
  const t = useTranslations("header");
  const locale = useLocale();
  const open = useCountdown(edition)?.state === "open";
  return (
    <span className={styles.way}>
      <a className={styles.tool} href={`mailto:${mail}`} data-off={open || undefined}>
        {t("write")}
      </a>
      <a
        className={cx(styles.tool, styles.apply)}
        href={applyPath(locale)}
        data-off={!open || undefined}
      >
        <Ring size="0.75em" />
        {t("applyShort")}
      </a>
    </span>
  );
}
