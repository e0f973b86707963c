"use client";

import { useLocale, useTranslations } from "next-intl";
import { useId } from "react";
import { z } from "zod";
import { PasswordField } from "@/components/forms/fields/password-field";
import { useZodForm } from "@/components/forms/use-zod-form";
import { Button } from "@/components/ui/actions/button";
import { Dialog } from "@/components/ui/overlays/dialog";
import { PASSWORD_MAX, passwordSchema } from "@/contract/fields";
import { deactivateMe, eraseMe } from "@/contract/users/own-account";
import type { User } from "@/contract/users/user-schemas";
import { call } from "@/lib/api/call";
import { closeSession } from "@/lib/api/session/open-session";
import { loginPath } from "@/lib/routes/guard";
import styles from "../enter/account-form.module.css";
import { useSubmit } from "../use-submit";
import { sayFarewell, type Way } from "./farewell";
import { StepUpRefusal } from "./step-up-refusal";

/** A name of its own: the field of the same page's password form has an id made from `password`. */
const withPassword = z.object({ own_password: passwordSchema });
const withoutPassword = z.object({ own_password: passwordSchema.optional() });

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
  // Mounted with the dialog: a password typed before a cancel does not linger in it.
  return props.open ? <Question {...props} /> : null;
}

function Question({ way, user, open, onClose }: Asked) {
  const t = useTranslations(`profile.${way}`);
  const { endpoint, effects } = WAYS[way];
  const locale = useLocale();
  const formId = useId();
  const form = useZodForm(user.has_password ? withPassword : withoutPassword, {
    shouldFocusError: true,
  });
  const { onSubmit, failure, busy, done } = useSubmit(form, async ({ own_password }) => {
    const body = own_password ? { password: own_password } : {};
    await call(endpoint, { locale, body });
    // The back end has ended the session; only this browser's cookies are left.
    await closeSession().catch(() => undefined);
    sayFarewell(way);
    window.location.assign(loginPath({ locale }));
  });

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("question")}
      actions={
        <>
          <Button small variant="inverse" onClick={onClose}>
            {t("keep")}
          </Button>
          <Button
            small
            variant="secondary"
            type="submit"
            form={formId}
            busy={busy || done}
            busyLabel={t("busy")}
          >
            {t("confirm")}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.stack} method="post" noValidate onSubmit={onSubmit}>
        <ul className={styles.effects}>
          {effects.map((effect) => (
            <li key={effect}>{t(`effects.${effect}` as "effects.access")}</li>
          ))}
        </ul>
        <StepUpRefusal user={user} heading={t("failed")} failure={failure} />
        {user.has_password && (
          <PasswordField
            label={t("password")}
            autoComplete="current-password"
            limit={PASSWORD_MAX}
            {...form.register("own_password")}
            error={form.formState.errors.own_password?.message}
          />
        )}
      </form>
    </Dialog>
  );
}
