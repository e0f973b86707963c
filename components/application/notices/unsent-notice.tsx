"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { meQuery, projectQuery } from "@/lib/api/query";
import styles from "./notices.module.css";
import { UnsentBanner } from "./unsent-banner";

/**
 * Shows the reminder to send the application on private pages that do not load the application, such as the profile.
 */
export function UnsentNotice() {
  const locale = useLocale();
  const { data: user } = useQuery(meQuery(locale));
  const { data: answer } = useQuery({
    ...projectQuery(locale),
    enabled: user?.roles.includes("applicant") ?? false,
  });
  if (!answer) return null;
  return (
    <div className={styles.aside}>
      <UnsentBanner answer={answer} />
    </div>
  );
}
