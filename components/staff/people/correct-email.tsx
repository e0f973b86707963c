"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { TextField } from "@/components/forms/fields/text-field";
import { Button } from "@/components/ui/buttons/button";
import { correctEmail } from "@/contract/staff/people-actions";
import { ActionDialog } from "../actions/action-dialog";
import { useDisabledReason, type Whom, WhomLine } from "./whom";

/** Button that opens the dialog to correct a person's email address. */
export function CorrectEmail({ person }: { person: Whom }) {
  const t = useTranslations("staff.person");
  const disabledReason = useDisabledReason()(correctEmail);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        small
        variant="secondary"
        disabledReason={disabledReason}
        onClick={() => setOpen(true)}
      >
        {t("act.correct")}
      </Button>
      {open && <CorrectDialog person={person} onClose={() => setOpen(false)} />}
    </>
  );
}

export function CorrectDialog({ person, onClose }: { person: Whom; onClose: () => void }) {
  const t = useTranslations("staff.person");
  const [email, setEmail] = useState("");
  return (
    <ActionDialog
      endpoint={correctEmail}
      input={email.includes("@") ? { email } : null}
      params={{ id: person.id }}
      count={1}
      decide={(errors) => (
        <TextField
          name="correct-email"
          type="email"
          label={t("newEmail")}
          autoComplete="off"
          value={email}
          error={errors.email}
          onChange={({ target }) => setEmail(target.value)}
        />
      )}
      toWhom={<WhomLine person={person} />}
      onDone={onClose}
      onClose={onClose}
    />
  );
}
