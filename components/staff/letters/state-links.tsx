"use client";

import { useTranslations } from "next-intl";
import type { LetterRow } from "@/contract/staff/letters";
import { MAIL_STATES } from "@/contract/staff/mail-activity";
import { Link } from "@/lib/i18n/navigation";
import styles from "./letters.module.css";

/**
 * Shows the delivery states of the emails of one letter. Each number links to the emails in that state.
 *
 * @param query the list filter that finds all emails of the letter
 */
export function StateLinks({ states, query }: Pick<LetterRow, "states"> & { query: string }) {
  const t = useTranslations("staff.letters");
  const mails = useTranslations("staff.mails");
  return (
    <ul className={styles.states}>
      {MAIL_STATES.filter((name) => states[name] > 0).map((name) => (
        <li key={name}>
          <Link href={`/dashboard/regia/email?${query}&state=${name}`}>
            {t("state", { count: states[name], state: mails(`tab.${name}`) })}
          </Link>
        </li>
      ))}
    </ul>
  );
}
