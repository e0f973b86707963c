"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import type { User } from "@/contract/users/user-schemas";
import type { Way } from "./farewell";
import { LeaveDialog } from "./leave-dialog";
import styles from "./profile.module.css";

/** Offers to deactivate or erase the account, with a confirmation dialog. */
export function Leave({ way, user }: { way: Way; user: User }) {
  const t = useTranslations(`profile.${way}`);
  const [open, setOpen] = useState(false);
  return (
    <div className={styles.stack}>
      <p>{t("lead")}</p>
      <div>
        <Button variant="secondary" onClick={() => setOpen(true)}>
          {t("button")}
        </Button>
      </div>
      <LeaveDialog way={way} user={user} open={open} onClose={() => setOpen(false)} />
    </div>
  );
}
