"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { RadioGroup } from "@/components/forms/fields/radio-group";
import { TextArea } from "@/components/forms/fields/text-area";
import { useZodForm } from "@/components/forms/use-zod-form";
import { Button } from "@/components/ui/buttons/button";
import { INVITATION_ANSWERS, type InvitationAnswer } from "@/contract/evaluation/invitation";
import { TEXT_MAX } from "@/contract/fields";
import {
  answerMyInvitation,
  declineInvitation,
  type Invitation,
} from "@/contract/users/invitation";
import { call } from "@/lib/api/call";
import { openSession } from "@/lib/browser/open-session";
import { datesIn } from "@/lib/i18n/dates";
import { dated } from "@/lib/i18n/is-elided";
import { pathFor } from "@/lib/routes/path";
import styles from "../account-form.module.css";
import { Refusal } from "../refusal";
import { NewPasswordFields } from "../sign-in/new-password-fields";
import { useSubmit } from "../use-submit";
import { answerOf, answerSchema, valuesOf } from "./answer-values";
import own from "./invitation.module.css";
import { CapacityField, ReaderFields } from "./reader-fields";
import { WhatIsAsked } from "./what-is-asked";

/**
 * Shows an invitation to evaluate with the answers yes, yes with limits, and no. After a yes through a mailed link, the
 * person sets the first password and is signed in. The browser then loads the private area as a new page, because its
 * content security policy differs.
 *
 * @param token the token of the mail link; without it, the signed-in account answers
 * @param onAnswered called after the signed-in account has answered
 */
export function InvitationForm({
  invitation,
  privacyHref,
  token,
  onAnswered,
}: {
  invitation: Invitation;
  privacyHref: string;
  token?: string;
  onAnswered?: (invitation: Invitation) => void;
}) {
  const t = useTranslations("invitation");
  const login = useTranslations("login.invitation");
  const locale = useLocale();
  const { date } = datesIn(locale);
  const [saved, setSaved] = useState<InvitationAnswer | null>(invitation.answer);
  const [isNew, setIsNew] = useState(false);
  const form = useZodForm(answerSchema(token !== undefined), {
    shouldFocusError: true,
    defaultValues: valuesOf(invitation),
  });
  const { errors } = form.formState;
  const answer = form.watch("answer");
  const { onSubmit, failure, busy } = useSubmit(form, async (values) => {
    const given = answerOf(values);
    if (token === undefined) {
      onAnswered?.(await call(answerMyInvitation, { locale, body: given }));
    } else if (given.answer === "no") {
      await call(declineInvitation, { locale, body: { token, words: given.words } });
    } else {
      await openSession({ token, password: values.password, answer: given });
      window.location.assign(pathFor({ locale, path: "/dashboard" }));
      return;
    }
    setSaved(given.answer);
    setIsNew(true);
  });
  const asksPassword = token !== undefined && (answer === "yes" || answer === "less");

  return (
    <form className={styles.stack} method="post" noValidate onSubmit={onSubmit}>
      <WhatIsAsked invitation={invitation} />
      {saved && (
        <div role="status">
          <p className={own.saved}>{t(`${isNew ? "saved" : "now"}.${saved}`)}</p>
          <p>{t(invitation.begun ? "begun" : "mayChange")}</p>
        </div>
      )}
      {invitation.over && (
        <p role="status">
          {t("over", dated("at", date(new Date(invitation.answer_by), { dateStyle: "long" })))}
        </p>
      )}
      {!invitation.begun && !invitation.over && (
        <>
          <Refusal heading={t("failed")} failure={failure} />
          <RadioGroup
            label={t("answer")}
            stacked
            options={INVITATION_ANSWERS.map((value) => ({ value, label: t(`option.${value}`) }))}
            {...form.register("answer")}
            error={errors.answer?.message}
          />
          {answer === "less" && <CapacityField form={form} />}
          {(answer === "yes" || answer === "less") && <ReaderFields form={form} />}
          {answer === "no" && (
            <TextArea
              label={t("words")}
              rows={3}
              limit={TEXT_MAX}
              optional
              {...form.register("words")}
              error={errors.words?.message}
            />
          )}
          {asksPassword && (
            <>
              <p>{login("lead")}</p>
              <NewPasswordFields form={form} />
            </>
          )}
          <PrivacyLine href={privacyHref} />
          <Button type="submit" wide leads busy={busy} busyLabel={t("busy")}>
            {asksPassword ? login("submit") : t("submit")}
          </Button>
        </>
      )}
    </form>
  );
}

/** Links to the privacy policy, because the answer to the invitation contains personal data. */
export function PrivacyLine({ href }: { href: string }) {
  const t = useTranslations("invitation");
  return (
    <p className={styles.note}>
      {t.rich("privacy", { policy: (name) => <a href={href}>{name}</a> })}
    </p>
  );
}
