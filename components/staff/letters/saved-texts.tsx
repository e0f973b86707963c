"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useId, useState } from "react";
import { SelectField } from "@/components/forms/fields/select-field";
import { TextField } from "@/components/forms/fields/text-field";
import { FormAlert } from "@/components/forms/form-alert";
import { Button } from "@/components/ui/buttons/button";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import {
  keepLetterText,
  listLetterTexts,
  removeLetterText,
  type SavedLetterText,
} from "@/contract/staff/letter-texts";
import { type LetterTexts, NO_TEXTS } from "@/contract/staff/letters";
import { call } from "@/lib/api/call";
import { ApiError } from "@/lib/api/error";
import { readOf } from "@/lib/api/query";
import styles from "./letters.module.css";

/** Starts a letter from a saved text, and saves, replaces, or deletes saved texts. All staff share the saved texts. */
export function SavedTexts({
  texts,
  onTexts,
  hasText,
}: {
  texts: LetterTexts;
  onTexts: (texts: LetterTexts) => void;
  /** Whether the letter has any text to save. */
  hasText: boolean;
}) {
  const t = useTranslations("staff.letters.saved");
  const locale = useLocale();
  const client = useQueryClient();
  const read = readOf(listLetterTexts, { locale });
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useQuery({ ...read, enabled: isOpen });
  const id = useId();
  const [chosen, setChosen] = useState("");
  const [name, setName] = useState("");
  const [asking, setAsking] = useState<"replace" | "remove" | null>(null);
  const [state, setState] = useState<{ said?: string; failed?: ApiError; busy?: boolean }>({});
  const saved = data?.texts ?? [];
  const one = saved.find((text) => text.id === chosen);

  async function run(work: () => Promise<string>) {
    setState({ busy: true });
    try {
      setState({ said: await work() });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setState({ failed: error });
    }
    // Refetch the saved letter texts, because another staff member can have changed them.
    await client.invalidateQueries({ queryKey: read.queryKey });
  }
  const keep = (replaced?: SavedLetterText) =>
    run(async () => {
      const body = {
        name: replaced?.name ?? name,
        texts,
        ...(replaced && { replaces: { id: replaced.id, changed_at: replaced.changed_at } }),
      };
      const kept = await call(keepLetterText, { locale, body });
      setChosen(kept.id);
      setName("");
      return t("kept", { name: kept.name });
    });
  const remove = ({ id: removed, name: its }: SavedLetterText) =>
    run(async () => {
      await call(removeLetterText, { locale, params: { id: removed } });
      setChosen("");
      return t("removed", { name: its });
    });

  return (
    <details
      className={styles.saved}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>{t("title")}</summary>
      <p className={styles.readers}>{t("help")}</p>
      {saved.length > 0 && (
        <>
          <SelectField
            name={`${id}-text`}
            label={t("choose")}
            empty={t("none")}
            options={saved.map((text) => ({ value: text.id, label: text.name }))}
            value={chosen}
            onChange={({ target }) => {
              setChosen(target.value);
              setState({});
            }}
          />
          {one && (
            <div className={styles.savedActs}>
              <Button
                small
                variant="secondary"
                onClick={() => {
                  onTexts({ ...NO_TEXTS, ...one.texts });
                  setState({ said: t("used", { name: one.name }) });
                }}
              >
                {t(hasText ? "useInstead" : "use")}
              </Button>
              <Button
                small
                variant="secondary"
                disabledReason={hasText ? undefined : t("nothing")}
                onClick={() => setAsking("replace")}
              >
                {t("replace", { name: one.name })}
              </Button>
              <Button small variant="secondary" onClick={() => setAsking("remove")}>
                {t("remove", { name: one.name })}
              </Button>
              {asking && (
                <ConfirmDialog
                  title={t(`${asking}Ask`, { name: one.name })}
                  safeLabel={t("leave")}
                  confirmLabel={t(`${asking}It`)}
                  onClose={() => setAsking(null)}
                  onConfirm={() => {
                    setAsking(null);
                    void (asking === "replace" ? keep(one) : remove(one));
                  }}
                >
                  <p>{t(`${asking}All`)}</p>
                </ConfirmDialog>
              )}
            </div>
          )}
        </>
      )}
      <div className={styles.fallback}>
        <TextField
          name={`${id}-name`}
          label={t("name")}
          maxLength={80}
          autoComplete="off"
          value={name}
          error={state.failed?.fields.name}
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
          onChange={({ target }) => setName(target.value)}
        />
        <Button
          small
          variant="secondary"
          busy={state.busy ?? false}
          busyLabel={t("busy")}
          disabledReason={
            hasText ? (name.trim() === "" ? t("nameFirst") : undefined) : t("nothing")
          }
          onClick={() => void keep()}
        >
          {t("keep")}
        </Button>
      </div>
      <p role="status" className={styles.said}>
        {state.said}
      </p>
      {state.failed && !state.failed.fields.name && (
        <FormAlert
          heading={t(state.failed.code === "version_conflict" ? "changed" : "failed")}
          code={state.failed.code === "version_conflict" ? undefined : state.failed.code}
        />
      )}
    </details>
  );
}
