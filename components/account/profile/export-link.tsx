"use client";

import { useLocale, useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/button-link";
import { exportMe } from "@/contract/users";
import { addressOf } from "@/lib/api/client";
import styles from "./profile.module.css";

/** Everything the programme holds about the account, made while it is downloaded. */
export function ExportLink() {
  const t = useTranslations("profile.export");
  const locale = useLocale();
  return (
    <div className={styles.stack}>
      <p>{t("lead")}</p>
      <div>
        {/* A plain download: the browser shows its progress, however large the files are. */}
        <ButtonLink
          plain
          variant="secondary"
          href={`/wp-json/${addressOf(exportMe, { locale })}`}
          download
        >
          {t("download")}
        </ButtonLink>
      </div>
    </div>
  );
}
