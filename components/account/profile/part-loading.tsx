"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/actions/button";
import { Skeleton } from "@/components/ui/figures/skeleton";
import styles from "./profile.module.css";

/** Stands for a part of the profile while its data is read, and where it could not be. */
export function PartLoading({ isError, retry }: { isError: boolean; retry: () => void }) {
  const t = useTranslations("loading");
  if (!isError) return <Skeleton label={t("label")} lines={3} />;
  return (
    <div className={styles.stack} role="alert">
      <p>{t("error")}</p>
      <Button small variant="secondary" onClick={retry}>
        {t("retry")}
      </Button>
    </div>
  );
}
