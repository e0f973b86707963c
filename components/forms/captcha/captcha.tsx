"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { fieldId } from "../field-id";
import { useFieldMessage } from "../field-message";
import { FieldError } from "../fields/field-error";
import styles from "./captcha.module.css";
import type { CaptchaConfig, CaptchaTrouble } from "./captcha-config";

// The captcha library and the provider's script load only in a form that uses the captcha.
const CaptchaBox = dynamic(() => import("./captcha-box").then((it) => it.CaptchaBox), {
  ssr: false,
});

/** The name of the captcha's form field, the same in all forms. */
const NAME = "captcha";

/**
 * Renders the captcha (version 2, normal size) with its label and errors. If the captcha fails, shows the problem and
 * the contact address in its place.
 *
 * @param round increases whenever a new answer is needed
 * @param error the message id of the form's error
 * @param onAnswer receives the answer, or null when the answer has expired
 */
export function Captcha({
  config: { siteKey, version, mail },
  round,
  error,
  onAnswer,
}: {
  config: CaptchaConfig;
  round: number;
  error: string | undefined;
  onAnswer: (answer: string | null) => void;
}) {
  const t = useTranslations("forms.captcha");
  const message = useFieldMessage();
  const [broken, setBroken] = useState<CaptchaTrouble | null>(null);
  const [expired, setExpired] = useState(false);
  const trouble = !siteKey ? "noKey" : version !== "2" ? "noVersion" : broken;
  const id = fieldId(NAME);

  return (
    <section className={styles.captcha} id={id} tabIndex={-1} aria-labelledby={`${id}-label`}>
      <p className={styles.label} id={`${id}-label`}>
        {t("label")}
      </p>
      <p className={styles.help}>{t("help")}</p>
      {siteKey && !trouble && (
        <div className={styles.box}>
          <CaptchaBox
            siteKey={siteKey}
            round={round}
            onTrouble={setBroken}
            onAnswer={(answer) => {
              setExpired(answer === null);
              onAnswer(answer);
            }}
          />
        </div>
      )}
      {trouble && (
        <div className={styles.trouble} role="alert">
          <FieldError id={`${id}-trouble`} text={t(trouble)} />
          <p>
            {t.rich(trouble === "noKey" || trouble === "noVersion" ? "configuration" : "blocked", {
              mail: () => <a href={`mailto:${mail}`}>{mail}</a>,
            })}
          </p>
        </div>
      )}
      {expired && !trouble && <p role="status">{t("expired")}</p>}
      {error && !trouble && <FieldError id={`${id}-error`} text={message(error)} />}
    </section>
  );
}
