"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Dialog } from "@/components/ui/overlays/dialog";
import type { SavedField } from "@/contract/project/project-fields";
import { useApplication, useDraft } from "../application-context";
import { useFieldMessages, useShownValue } from "../field-messages";
import { partTexts, type TextParts } from "../timeline/text-parts";
import styles from "./dialogs.module.css";

type Side = "mine" | "theirs";
const SIDES: Side[] = ["mine", "theirs"];

/**
 * Dialog to resolve an edit conflict, in which two windows changed the same fields. The user chooses a version for each
 * field. Closing the dialog changes nothing, and the save bar still shows the conflict.
 */
export function ConflictDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations("project.conflict");
  const { draft } = useApplication();
  const { conflict } = useDraft();
  const [sides, setSides] = useState<Partial<Record<SavedField, Side>>>({});
  const fields = conflict ?? [];
  const sideOf = (field: SavedField) => sides[field] ?? "mine";

  function choose(all: Side) {
    setSides(Object.fromEntries(fields.map((field) => [field, all])));
  }

  function decide() {
    const theirs = fields.filter((field) => sideOf(field) === "theirs");
    setSides({});
    onClose();
    void draft.resolve(theirs);
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("title")}
      actions={
        <>
          <Button small variant="inverse" onClick={decide}>
            {t("decide")}
          </Button>
          <Button small variant="secondary" onClick={onClose}>
            {t("later")}
          </Button>
        </>
      }
    >
      <p>{t("text", { count: fields.length })}</p>
      {fields.length > 1 && (
        <div className={styles.all}>
          <Button small variant="secondary" onClick={() => choose("mine")}>
            {t("allMine")}
          </Button>
          <Button small variant="secondary" onClick={() => choose("theirs")}>
            {t("allTheirs")}
          </Button>
        </div>
      )}
      <div className={styles.fields}>
        {fields.map((field) => (
          <Versions
            key={field}
            field={field}
            side={sideOf(field)}
            onChoose={(side) => setSides({ ...sides, [field]: side })}
          />
        ))}
      </div>
    </Dialog>
  );
}

function Versions({
  field,
  side,
  onChoose,
}: {
  field: SavedField;
  side: Side;
  onChoose: (side: Side) => void;
}) {
  const t = useTranslations("project.conflict");
  const words = useFieldMessages();
  const shown = useShownValue();
  const { values, stored } = useDraft();
  const parts = partTexts(shown(field, values[field]), shown(field, stored[field]));

  return (
    <fieldset className={styles.field}>
      <legend className={styles.legend}>{words.label(field)}</legend>
      <div className={styles.versions}>
        {SIDES.map((name) => (
          <label key={name} className={styles.version}>
            <span className={styles.choice}>
              <input
                type="radio"
                name={`conflict-${field}`}
                value={name}
                checked={side === name}
                onChange={() => onChoose(name)}
              />
              {t(name)}
            </span>
            <Version {...parts[name]} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Shows one of two conflicting texts and marks the words that only this text contains. */
function Version({ start, own, end }: TextParts) {
  const t = useTranslations("project.conflict");
  if (!start && !own && !end) return <span className={styles.value}>{t("empty")}</span>;
  if (!start && !end) return <span className={styles.value}>{own}</span>;
  return (
    <span className={styles.value} data-shared>
      {start}
      {own && <mark className={styles.own}>{own}</mark>}
      {end}
    </span>
  );
}
