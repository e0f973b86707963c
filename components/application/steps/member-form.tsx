"use client";

import { useTranslations } from "next-intl";
import { type ChangeEvent, useEffect, useRef, useState } from "react";
import { useErrorMessages } from "@/components/forms/error-messages";
import { SelectField } from "@/components/forms/fields/select-field";
import { TextField } from "@/components/forms/fields/text-field";
import { FormAlert } from "@/components/forms/form-alert";
import { Button } from "@/components/ui/buttons/button";
import { NAME_MAX, PHONE_MAX } from "@/contract/fields";
import { AGE, INFO } from "@/contract/project/options";
import { commitMember } from "@/lib/draft/project-form";
import {
  type MemberInHand,
  type MemberValues,
  memberProblems,
  twinOf,
} from "@/lib/draft/team-member";
import { useApplication, useDraft } from "../application-context";
import { useOptionWord } from "../field-messages";
import styles from "./team-step.module.css";
import { useMemberGaps } from "./use-member-gaps";

/**
 * Form to add or edit one team member. Rejects an incomplete member with an error, but keeps the typed text, also in
 * the tab's storage.
 *
 * @param problems errors to show if the user presses the page's Save button while this form is open
 */
export function MemberForm({
  inHand: { index, member },
  problems,
  onClose,
}: {
  inHand: MemberInHand;
  problems: Readonly<Record<string, string>>;
  onClose: () => void;
}) {
  const t = useTranslations("steps");
  const error = useErrorMessages();
  const option = useOptionWord();
  const gaps = useMemberGaps();
  const { draft, setWritesMember } = useApplication();
  const [tried, setTried] = useState(false);
  const box = useRef<HTMLFieldSetElement>(null);
  const wrong = memberProblems(member);
  const twin = twinOf({ index, member }, useDraft().values.team);

  useEffect(() => box.current?.querySelector("input")?.focus(), []);
  useEffect(() => () => setWritesMember(false), [setWritesMember]);

  function change(field: keyof MemberValues, value: string) {
    draft.edit({ index, member: { ...member, [field]: value } });
  }

  function put() {
    if (commitMember(draft)) return onClose();
    setTried(true);
    box.current?.querySelector<HTMLElement>(`[name="member.${Object.keys(wrong)[0]}"]`)?.focus();
  }

  function cancel() {
    draft.edit(null);
    onClose();
  }

  const textOf = (field: "name" | "role" | "phone") => ({
    name: `member.${field}`,
    label: t(`member.${field}`),
    value: member[field],
    limit: field === "phone" ? PHONE_MAX : NAME_MAX,
    help: field === "phone" && twin ? t("team.twin", { name: twin.name }) : undefined,
    error: tried ? wrong[field] : problems[`member.${field}`],
    onChange: (event: ChangeEvent<HTMLInputElement>) => change(field, event.currentTarget.value),
  });
  const choiceOf = (field: "age" | "info", options: readonly string[]) => ({
    name: `member.${field}`,
    label: t(`member.${field}`),
    value: member[field],
    error: tried ? wrong[field] : problems[`member.${field}`],
    options: options.map((value) => ({ value, label: option(value) })),
    onChange: (event: ChangeEvent<HTMLSelectElement>) => change(field, event.currentTarget.value),
  });

  return (
    <fieldset
      className={styles.form}
      ref={box}
      onFocus={() => setWritesMember(true)}
      onBlur={({ currentTarget, relatedTarget }) =>
        setWritesMember(currentTarget.contains(relatedTarget))
      }
    >
      <legend className={styles.legend}>
        {index === null ? t("team.newTitle") : t("team.editTitle", { number: index + 1 })}
      </legend>
      {tried && Object.keys(wrong).length > 0 && (
        <FormAlert
          heading={error(
            Object.values(wrong).includes("required") ? "project_incomplete" : "invalid_fields",
          )}
        >
          {gaps(member).map((gap) => (
            <p key={gap}>{gap}</p>
          ))}
        </FormAlert>
      )}
      <div className={styles.fields}>
        <TextField {...textOf("name")} autoComplete="off" />
        <TextField {...textOf("role")} autoComplete="off" />
        <TextField {...textOf("phone")} type="tel" inputMode="tel" autoComplete="off" />
        <SelectField {...choiceOf("age", AGE)} />
        <SelectField {...choiceOf("info", INFO)} />
      </div>
      <div className={styles.actions}>
        <Button small onClick={put}>
          {index === null ? t("team.put") : t("team.change")}
        </Button>
        <Button small variant="secondary" onClick={cancel}>
          {t("team.cancel")}
        </Button>
      </div>
    </fieldset>
  );
}
