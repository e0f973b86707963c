"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Dialog } from "@/components/ui/overlays/dialog";
import { type Leaving, useLeaving } from "@/lib/browser/use-leaving";

/** Asks before the user leaves unsaved profile changes: the profile has no autosave. */
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
    <Dialog
      open={asking !== null}
      onClose={() => setAsking(null)}
      title={t("title")}
      actions={
        <>
          <Button small variant="inverse" onClick={() => setAsking(null)}>
            {t("stay")}
          </Button>
          <Button small variant="secondary" onClick={() => asking && leave(asking)}>
            {t("leave")}
          </Button>
        </>
      }
    >
      <p>{t("text")}</p>
    </Dialog>
  );
}
