"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { useApplication } from "./application-context";
import styles from "./review.module.css";
import type { useSending } from "./use-sending";

/** A withdrawn application can be taken back until the deadline. */
export function WithdrawnPanel({ sending }: { sending: ReturnType<typeof useSending> }) {
  const t = useTranslations("dashboard.action");
  const { closed } = useApplication();
  if (closed !== "withdrawn") return null;
  return (
    <div className={styles.restore}>
      <Button
        leads
        busy={sending.busy === "restore"}
        busyLabel={t("restoring")}
        onClick={() => void sending.restore()}
      >
        {t("withdrawn")}
      </Button>
    </div>
  );
}
