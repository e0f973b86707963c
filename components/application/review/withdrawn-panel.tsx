"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/buttons/button";
import { useFocusHeir } from "@/components/ui/overlays/focus";
import { useApplication } from "../application-context";
import styles from "./review.module.css";
import type { useSending } from "./use-sending";

/** Offers to restore a withdrawn application. Restoring is possible until the deadline. */
export function WithdrawnPanel({ sending }: { sending: ReturnType<typeof useSending> }) {
  const { closed } = useApplication();
  if (closed !== "withdrawn") return null;
  return <Restore sending={sending} />;
}

/** Restore button. Restoring removes the button, so the focus moves to the page's main part. */
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
