"use client";

import { useTranslations } from "next-intl";
import { type KeyboardEvent, useState } from "react";
import { TextField } from "@/components/forms/fields/text-field";
import { Button } from "@/components/ui/buttons/button";
import { type CueRow, shiftRows } from "@/lib/captions/edit-captions";
import styles from "./captions.module.css";

/** Form that moves all caption cues by some seconds, later or earlier. */
export function ShiftAll({
  name,
  rows,
  format,
  onShift,
}: {
  name: string;
  rows: readonly CueRow[];
  format: (seconds: number) => string;
  onShift: (rows: CueRow[]) => void;
}) {
  const t = useTranslations("uploads.captions");
  const [typed, setTyped] = useState("");
  const [result, setResult] = useState<"shifted" | "invalid" | "tooEarly" | null>(null);

  function shift() {
    const seconds = /^[+−-]?\d{1,3}(?:[.,]\d{1,3})?$/.test(typed.trim())
      ? Number(typed.trim().replace("−", "-").replace(",", "."))
      : null;
    if (seconds === null || seconds === 0) return setResult("invalid");
    const changed = shiftRows(rows, seconds, format);
    if (changed) onShift(changed);
    setResult(changed ? "shifted" : "tooEarly");
  }

  return (
    <div className={styles.shift}>
      <TextField
        name={name}
        label={t("shift")}
        help={t("shiftHelp")}
        optional="unmarked"
        value={typed}
        autoComplete="off"
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setResult(null);
        }}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          shift();
        }}
      />
      <Button small variant="secondary" onClick={shift}>
        {t("shiftAll")}
      </Button>
      <output className={styles.help}>{result && t(`shiftResult.${result}`)}</output>
    </div>
  );
}
