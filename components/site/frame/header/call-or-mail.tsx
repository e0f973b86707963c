"use client";

import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { cx } from "@/components/ui/cx";
import { Ring } from "@/components/ui/figures/ring";
import type { EditionDates } from "@/lib/browser/countdown";
import { applyPath } from "@/lib/routes/apply";
import { useCountdown } from "../../use-countdown";
import { useSignedIn } from "../session-link";
import styles from "./header.module.css";

/**
 * What the bar offers before the session: to apply while the call is open, else to write. The server decides when it
 * renders the page. Both have the same place, as wide as the wider, so that nothing moves if a date passes later. On a narrow bar the one place
 * is the session's, too: who has none may apply while the call is open; the menu always has both.
 *
 * @param session the way in, or to the private area
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
  const signedIn = useSignedIn();
  const open = useCountdown(edition)?.state === "open";
  return (
    <span
      className={styles.ways}
      data-open={open || undefined}
      data-first={open && !signedIn ? "apply" : "session"}
    >
      <span className={styles.way}>
        <a className={cx(styles.tool, styles.write)} href={`mailto:${mail}`}>
          {t("write")}
        </a>
        <a className={cx(styles.tool, styles.apply)} href={applyPath(locale)}>
          <Ring size="0.75em" />
          {t("applyShort")}
        </a>
      </span>
      {session}
    </span>
  );
}
