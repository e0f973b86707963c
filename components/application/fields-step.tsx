"use client";

import type { TextField } from "./draft-values";
import { ProjectField } from "./project-field";
import styles from "./step.module.css";
import type { StepProps } from "./step-props";

/** Fields that stand side by side where there is room. */
type Row = TextField | [TextField, TextField];

function FieldRows({ rows, step }: { rows: Row[]; step: StepProps }) {
  return (
    <div className={styles.fields}>
      {rows.flat().map((field) => (
        <ProjectField
          key={field}
          field={field}
          step={step}
          className={
            rows.some((row) => Array.isArray(row) && row.includes(field)) ? styles.half : ""
          }
        />
      ))}
    </div>
  );
}

/** Step 1, Idea. */
export function IdeaStep(step: StepProps) {
  return (
    <FieldRows
      step={step}
      rows={[
        "nome",
        "idea",
        "tipologia_impresa",
        "tipologia_altro",
        ["anno_costituzione", "costituita"],
        "femminile",
        "stage",
        ["industry", "tech"],
        "tech_altro",
      ]}
    />
  );
}

/** Step 2, Challenge. */
export function ChallengeStep(step: StepProps) {
  return (
    <FieldRows
      step={step}
      rows={["sustainableretail", "obiettivi", "impatto", "sustainableretail_video"]}
    />
  );
}

/** Step 4, Contact info. */
export function ContactStep(step: StepProps) {
  return (
    <FieldRows
      step={step}
      rows={[
        "referente_nome_e_cognome",
        "referente_ruolo",
        ["referente_email", "referente_telefono"],
        "referente_age",
      ]}
    />
  );
}
