"use client";

import { useLocale, useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/actions/button-link";
import { exportMe } from "@/contract/users/own-account";
import { hrefOf } from "@/lib/api/client";
import styles from "./profile.module.css";

/** Everything the programme holds about the account, generated as it is downloaded. */
export function ExportLink() {
  const t = useTranslations("profile.export");
  const locale = useLocale();
  return (
    <div className={styles.stack}>
      <p>{t("lead")}</p>
      <div>
        {/* A plain download: the browser shows its progress, however large the files are. */}
        <ButtonLink plain variant="secondary" href={hrefOf(exportMe, { locale })} download>
          {t("download")}
        </ButtonLink>
      </div>
    </div>
  );
}
