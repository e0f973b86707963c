"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { TextField } from "@/components/forms/fields/text-field";
import { Button } from "@/components/ui/actions/button";
import type { Person } from "@/contract/staff/people";
import { correctEmail } from "@/contract/staff/people-acts";
import { ActDialog } from "../act/act-dialog";
import { useHindrance, WhomLine } from "./whom";

/** Corrects a person's address. */
export function CorrectEmail({ person }: { person: Person }) {
  const t = useTranslations("staff.person");
  const hindrance = useHindrance()(correctEmail);
  const [open, setOpen] = useState(false);
  const [email, setEmail] = useState("");
  return (
    <>
      <Button small variant="secondary" disabledReason={hindrance} onClick={() => setOpen(true)}>
        {t("act.correct")}
      </Button>
      {open && (
        <ActDialog
          endpoint={correctEmail}
          decided={email.includes("@") ? { email: email.trim() } : null}
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
          onDone={() => {
            setOpen(false);
            setEmail("");
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
