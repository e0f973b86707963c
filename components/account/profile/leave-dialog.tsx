"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { deactivateMe, eraseMe } from "@/contract/users/own-account";
import type { User } from "@/contract/users/user-schemas";
import { call } from "@/lib/api/call";
import { useProved } from "@/lib/api/proved";
import { closeSession } from "@/lib/api/session/open-session";
import { loginPath } from "@/lib/routes/guard";
import styles from "../enter/account-form.module.css";
import { useAct } from "../use-act";
import { sayFarewell, type Way } from "./farewell";
import { StepUpRefusal } from "./step-up-refusal";

/** What each way to leave calls, and what it means; the words are `profile.deactivate` and `profile.erase`. */
const WAYS = {
  deactivate: { endpoint: deactivateMe, effects: ["access", "application", "return"] },
  erase: { endpoint: eraseMe, effects: ["access", "application", "gone", "stays"] },
} as const satisfies Record<Way, unknown>;

type Asked = { way: Way; user: User; open: boolean; onClose: () => void };

/**
 * Asks before the account is deactivated (rule account.deactivation), or erased at once (rule
 * account.erasure).
 */
export function LeaveDialog(props: Asked) {
  // Mounted with the dialog: why it was refused once does not stand there the next time.
  return props.open ? <Question {...props} /> : null;
}

function Question({ way, user, open, onClose }: Asked) {
  const t = useTranslations(`profile.${way}`);
  const { endpoint, effects } = WAYS[way];
  const locale = useLocale();
  const proved = useProved();
  const { act, busy, failure } = useAct();
  const [left, setLeft] = useState(false);

  async function leave() {
    const done = await act(() => proved(() => call(endpoint, { locale, body: {} })));
    if (!done) return;
    setLeft(true);
    // The back end has ended the session; only this browser's cookies are left.
    await closeSession().catch(() => undefined);
    sayFarewell(way);
    window.location.assign(loginPath({ locale }));
  }

  return (
    <ConfirmDialog
      open={open}
      title={t("question")}
      safeLabel={t("keep")}
      confirmLabel={t("confirm")}
      busyLabel={t("busy")}
      busy={busy || left}
      onClose={onClose}
      onConfirm={leave}
    >
      <ul className={styles.effects}>
        {effects.map((effect) => (
          <li key={effect}>{t(`effects.${effect}` as "effects.access")}</li>
        ))}
      </ul>
      <StepUpRefusal user={user} heading={t("failed")} failure={failure} />
    </ConfirmDialog>
  );
}
