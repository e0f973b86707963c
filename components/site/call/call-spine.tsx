import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { EditionDates } from "@/lib/browser/countdown";
import { useEditionMessages } from "../use-edition-messages";
import { CallAction } from "./call-action";
import styles from "./call-spine.module.css";
import { CallCount, CallStatus } from "./call-status";

/** The sections of the call's page. Each name is the id of the section's heading. */
const SECTIONS = ["who", "how", "prizes", "stages", "weights", "faq"] as const;
export type CallSection = (typeof SECTIONS)[number];

/**
 * Places the sections of the call's page beside a sticky list of contents with the deadline and the main link. On a
 * narrow page, the deadline and the link are a bar at the foot of the window instead.
 *
 * @param without sections that this edition does not have
 */
export function CallSpine({
  edition,
  without = [],
  children,
}: {
  edition: EditionDates;
  without?: readonly CallSection[];
  children: ReactNode;
}) {
  const t = useTranslations("call");
  const dates = useEditionMessages(edition);
  return (
    <div className={styles.page}>
      <div className={styles.spine}>
        <nav aria-label={t("contents")}>
          <ol className={styles.contents}>
            {SECTIONS.filter((section) => !without.includes(section)).map((section) => (
              <li key={section}>
                <a href={`#${section}`}>
                  {section === "weights" ? t("weights.short") : t(`${section}.title`)}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <CallCount className={styles.count} edition={edition} dates={dates} />
        <div className={styles.day}>
          <CallStatus edition={edition} dates={dates} brief />
        </div>
        <CallAction edition={edition} />
      </div>
      <div className={styles.sections}>
        {children}
        <div className={styles.bar}>
          <CallCount className={styles.count} edition={edition} dates={dates} />
          <CallAction edition={edition} />
        </div>
      </div>
    </div>
  );
}
