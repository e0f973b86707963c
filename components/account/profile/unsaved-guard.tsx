"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { type Leaving, useLeaving } from "@/lib/browser/use-leaving";

/** Asks for confirmation before the user leaves unsaved profile changes, because the profile has no autosave. */
export function UnsavedGuard({ unsaved }: { unsaved: boolean }) {
  const t = useTranslations("profile.leave");
  const [asking, setAsking] = useState<Leaving | null>(null);
  const leave = useLeaving({
    isInside: () => false,
    asks: () => unsaved,
    keepsOpen: unsaved,
    onAsk: setAsking,
  });
  return (
    <ConfirmDialog
      open={asking !== null}
      title={t("title")}
      safeLabel={t("stay")}
      confirmLabel={t("leave")}
      onClose={() => setAsking(null)}
      onConfirm={() => asking && leave(asking)}
    >
      <p>{t("text")}</p>
    </ConfirmDialog>
  );
}
