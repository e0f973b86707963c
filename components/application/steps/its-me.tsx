"use client";

import { useTranslations } from "next-intl";
import { fieldId } from "@/components/forms/field-id";
import { Button } from "@/components/ui/buttons/button";
import { useFocusHeir } from "@/components/ui/overlays/focus";
import { useApplication, useDraft } from "../application-context";
import styles from "./step-frame.module.css";

/** Offers to copy the account's name and email address to the contact person, who is often the account's owner. */
export function ItsMe() {
  const { values } = useDraft();
  const isOpen = !values.referente_nome_e_cognome && !values.referente_email;
  return isOpen ? <Recovery /> : null;
}

/**
 * After the user accepts the offer to copy the account's name and address, the offer disappears. The focus moves to the
 * next empty field, the contact person's role.
 */
function Recovery() {
  const t = useTranslations("steps.itsMe");
  const { user, draft } = useApplication();
  const box = useFocusHeir<HTMLParagraphElement>(() =>
    document.getElementById(fieldId("referente_ruolo"))?.focus(),
  );
  return (
    <p ref={box} className={styles.itsMe}>
      {t("text")}{" "}
      <Button
        small
        variant="secondary"
        onClick={() =>
          draft.change({
            referente_nome_e_cognome: `${user.first_name} ${user.last_name}`.trim(),
            referente_email: user.email,
          })
        }
      >
        {t("button")}
      </Button>
    </p>
  );
}
