"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { useFocusHeir } from "@/components/ui/focus";
import { useApplication } from "./application-context";
import styles from "./review.module.css";
import type { useSending } from "./use-sending";

/** A withdrawn application can be taken back until the deadline. */
export function WithdrawnPanel({ sending }: { sending: ReturnType<typeof useSending> }) {
  const { closed } = useApplication();
  if (closed !== "withdrawn") return null;
  return <Restore sending={sending} />;
}

/** Restoring takes its button away: the page's main part has the focus then. */
function Restore({ sending }: { sending: ReturnType<typeof useSending> }) {
  const t = useTranslations("dashboard.action");
  const box = useFocusHeir<HTMLDivElement>();
  return (
    <div className={styles.restore} ref={box}>
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
