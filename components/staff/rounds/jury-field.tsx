"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Checkbox } from "@/components/forms/fields/checkbox";
import { TextField } from "@/components/forms/fields/text-field";
import type { StaffRounds } from "@/contract/staff/rounds";
import styles from "./rounds.module.css";

/** With more evaluators than this number, the list has a search field. */
const SEARCHED_FROM = 8;

/** Renders the choice of the evaluators of a round. */
export function JuryField({
  evaluators,
  chosen,
  onChange,
}: {
  evaluators: StaffRounds["evaluators"];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}) {
  const t = useTranslations("staff.rounds");
  const [search, setSearch] = useState("");
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const found = evaluators.filter(({ name, email }) =>
    words.every((word) => `${name} ${email}`.toLocaleLowerCase().includes(word)),
  );
  return (
    <fieldset className={styles.jury}>
      <legend>{t("jury")}</legend>
      <p className={styles.quiet} role="status">
        {evaluators.length === 0
          ? t("noEvaluators")
          : t("jurySum", { count: chosen.length, all: evaluators.length })}
      </p>
      {evaluators.length > SEARCHED_FROM && (
        <TextField
          name="jurySearch"
          label={t("jurySearch")}
          autoComplete="off"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      )}
      {evaluators.length > 0 && found.length === 0 && <p>{t("noMatch")}</p>}
      <ul className={styles.people}>
        {found.map(({ id, name, email, staff }) => (
          <li key={id}>
            <Checkbox
              name={`jury.${id}`}
              label={name}
              help={staff ? `${email}: ${t("staffToo")}` : email}
              checked={chosen.includes(id)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
              }
            />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
