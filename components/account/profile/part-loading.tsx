"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/buttons/button";
import { Skeleton } from "@/components/ui/figures/skeleton";
import styles from "./profile.module.css";

/** Placeholder for a profile section while its data loads. Shows a retry button if loading failed. */
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
