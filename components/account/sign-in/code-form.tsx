"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { z } from "zod";
import { TextField } from "@/components/forms/fields/text-field";
import { useZodForm } from "@/components/forms/use-zod-form";
import { Button } from "@/components/ui/buttons/button";
import { codeSchema } from "@/contract/users/second-factor";
import { openSession } from "@/lib/browser/open-session";
import styles from "../account-form.module.css";
import { Refusal } from "../refusal";
import { useSubmit } from "../use-submit";
import { Outcome } from "./outcome";

const schema = z.object({ code: codeSchema });
/** Error codes of an invalid sign-in challenge. The user must restart the sign-in. */
const OVER: readonly string[] = ["challenge_expired", "challenge_used", "challenge_foreign"];

/**
 * Form for the second factor: a code of the authenticator app, or a recovery code. Rule: account.second-factor.
 *
 * @param challenge the response to the password step
 * @param onEntered called when the user is signed in
 * @param onBack restarts the sign-in
 */
export function CodeForm({
  challenge,
  onEntered,
  onBack,
}: {
  challenge: string;
  onEntered: () => Promise<void> | void;
  onBack: () => void;
}) {
  const t = useTranslations("login.code");
  const login = useTranslations("login");
  const [way, setWay] = useState<"app" | "recovery">("app");
  const form = useZodForm(schema, { shouldFocusError: true });
  const { onSubmit, failure, busy, done } = useSubmit(form, async ({ code }) => {
    await openSession({ challenge, code });
    await onEntered();
  });
  const other = way === "app" ? "recovery" : "app";

  function change() {
    form.setValue("code", "");
    form.clearErrors();
    setWay(other);
    form.setFocus("code");
  }

  if (failure && OVER.includes(failure.code)) {
    return (
      // The focus was in the code field, which no longer exists. `Outcome` takes the focus only when it mounts, so a
      // new React key mounts it again.
      <Outcome key="over" title={t("title")}>
        <Refusal heading={t("over")} failure={failure} />
        <Button wide leads onClick={onBack}>
          {t("back")}
        </Button>
      </Outcome>
    );
  }
  return (
    <Outcome title={t("title")}>
      <p>{t(`${way}.lead`)}</p>
      <form className={styles.stack} method="post" noValidate onSubmit={onSubmit}>
        <Refusal heading={login("failed")} failure={failure} />
        <TextField
          label={t(`${way}.label`)}
          inputMode={way === "app" ? "numeric" : "text"}
          autoComplete={way === "app" ? "one-time-code" : "off"}
          autoCapitalize="none"
          spellCheck={false}
          {...form.register("code")}
          error={form.formState.errors.code?.message}
        />
        <Button type="submit" wide leads busy={busy || done} busyLabel={login("busy")}>
          {login("submit")}
        </Button>
        <Button variant="secondary" wide onClick={change}>
          {t(`${other}.use`)}
        </Button>
        <Button variant="secondary" wide onClick={onBack}>
          {t("back")}
        </Button>
      </form>
    </Outcome>
  );
}
