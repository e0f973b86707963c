"use client";

import { useTranslations } from "next-intl";
import { MAIL_STATES } from "@/contract/staff/application";
import type { LetterRow } from "@/contract/staff/letters";
import { Link } from "@/lib/i18n/navigation";
import styles from "./letters.module.css";

/** What became of mails that left together, each number leading to just those. @param query the filter that finds them all */
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
