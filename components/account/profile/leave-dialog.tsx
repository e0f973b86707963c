"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { deactivateMe, eraseMe } from "@/contract/users/own-account";
import type { User } from "@/contract/users/user-schemas";
import { call } from "@/lib/api/call";
import { useReauthentication } from "@/lib/api/reauthenticated";
import { closeSession } from "@/lib/browser/open-session";
import { loginPath } from "@/lib/routes/guard";
import styles from "../account-form.module.css";
import { useAsyncAction } from "../use-async-action";
import { sayFarewell, type Way } from "./farewell";
import { StepUpRefusal } from "./step-up-refusal";

/**
 * For each way to close an account: the endpoint, and the effects that the dialog lists. The texts are in
 * `profile.deactivate` and `profile.erase`.
 */
const WAYS = {
  deactivate: { endpoint: deactivateMe, effects: ["access", "application", "return"] },
  erase: { endpoint: eraseMe, effects: ["access", "application", "gone", "stays"] },
} as const satisfies Record<Way, unknown>;

type Asked = { way: Way; user: User; open: boolean; onClose: () => void };

/**
 * Asks for confirmation before the account is deactivated (rule account.deactivation) or erased (rule account.erasure).
 */
export function LeaveDialog(props: Asked) {
  // Mount the content only while the dialog is open, so that an earlier error disappears.
  return props.open ? <Question {...props} /> : null;
}

function Question({ way, user, open, onClose }: Asked) {
  const t = useTranslations(`profile.${way}`);
  const { endpoint, effects } = WAYS[way];
  const locale = useLocale();
  const proved = useReauthentication();
  const purpose = useTranslations("profile.proof.for");
  const { act, busy, failure } = useAsyncAction();
  const [left, setLeft] = useState(false);

  async function leave() {
    const done = await act(() => proved(() => call(endpoint, { locale, body: {} }), purpose(way)));
    if (!done) return;
    setLeft(true);
    // The back end has already ended the session. Also delete this browser's cookies.
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
