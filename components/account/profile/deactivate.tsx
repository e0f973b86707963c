"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/actions/button";
import type { User } from "@/contract/users/user-schemas";
import { DeactivateDialog } from "./deactivate-dialog";
import styles from "./profile.module.css";

/** Closing the account, after a confirmation. */
export function Deactivate({ user }: { user: User }) {
  const t = useTranslations("profile.deactivate");
  const [open, setOpen] = useState(false);
  return (
    <div className={styles.stack}>
      <p>{t("lead")}</p>
      <div>
        <Button variant="secondary" onClick={() => setOpen(true)}>
          {t("button")}
        </Button>
      </div>
      <DeactivateDialog user={user} open={open} onClose={() => setOpen(false)} />
    </div>
  );
}
