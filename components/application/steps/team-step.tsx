"use client";

import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { fieldId } from "@/components/forms/field-id";
import { useFieldMessage } from "@/components/forms/field-message";
import { FieldError } from "@/components/forms/fields/field-error";
import { Button } from "@/components/ui/buttons/button";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { TEAM_MAX } from "@/contract/project/project-fields";
import { FIGURES } from "@/contract/quoted-numbers";
import { contactAsMember, EMPTY_MEMBER } from "@/lib/draft/team-member";
import { useApplication, useDraft } from "../application-context";
import { MemberForm } from "./member-form";
import { MemberRow } from "./member-row";
import type { StepProps } from "./step-props";
import styles from "./team-step.module.css";

/** Renders step 5, the founding team. The user adds, edits, and removes members. */
export function TeamStep({ saved, problems, onSave, disabled }: StepProps) {
  const t = useTranslations("steps.team");
  const message = useFieldMessage();
  const { draft } = useApplication();
  const { inHand: member } = useDraft();
  const [removing, setRemoving] = useState<number | null>(null);
  const addButton = useRef<HTMLDivElement>(null);
  const { team } = saved;
  const contact = contactAsMember(saved);
  const full = team.length >= TEAM_MAX;

  /** Moves the focus to the Add button after the member form has closed. */
  function backToAdd() {
    requestAnimationFrame(() => addButton.current?.querySelector("button")?.focus());
  }

  function remove(index: number) {
    draft.edit(null);
    onSave({ team: team.toSpliced(index, 1) });
    setRemoving(null);
    backToAdd();
  }

  const form = member && !disabled && (
    <MemberForm inHand={member} problems={problems} onClose={backToAdd} />
  );

  return (
    <div className={styles.team}>
      <p className={styles.lead}>{t("lead", FIGURES)}</p>
      {team.length > 0 && (
        <ol className={styles.list}>
          {team.map((person, index) =>
            form && member.index === index ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: see below
              <li key={`${index}-edit`}>{form}</li>
            ) : (
              <MemberRow
                // Team members have no id, only a position in the list.
                // biome-ignore lint/suspicious/noArrayIndexKey: they are edited by index
                key={index}
                member={person}
                number={index + 1}
                disabled={disabled}
                onEdit={() => draft.edit({ index, member: person })}
                onRemove={() => setRemoving(index)}
              />
            ),
          )}
        </ol>
      )}
      {member?.index === null && form}
      {!disabled && !member && (
        <div ref={addButton} className={styles.adds}>
          <Button
            id={fieldId("team")}
            variant="secondary"
            leads
            disabledReason={full ? t("full", FIGURES) : undefined}
            aria-describedby={problems.team ? "team-error" : undefined}
            onClick={() => draft.edit({ index: null, member: EMPTY_MEMBER })}
          >
            {team.length === 0 ? t("addFirst") : t("add")}
          </Button>
          {contact && !full && (
            <Button
              variant="secondary"
              onClick={() => draft.edit({ index: null, member: contact })}
            >
              {t("addContact", { name: contact.name })}
            </Button>
          )}
        </div>
      )}
      {problems.team && !member && (
        <FieldError id="team-error" text={message(problems.team, { limit: TEAM_MAX })} />
      )}
      <ConfirmDialog
        open={removing !== null}
        title={t("removeTitle", { name: team[removing ?? 0]?.name ?? "" })}
        safeLabel={t("keep")}
        confirmLabel={t("remove")}
        onClose={() => setRemoving(null)}
        onConfirm={() => removing !== null && remove(removing)}
      >
        <p>{t("removeText")}</p>
      </ConfirmDialog>
    </div>
  );
}
