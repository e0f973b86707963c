"use client";

import { useTranslations } from "next-intl";
import { cx } from "@/components/ui/cx";
import markStyles from "@/components/ui/figures/mark.module.css";
import { PROJECT_FIELDS, type ProjectField, STEPS } from "@/contract/project/project-fields";
import { Link } from "@/lib/i18n/navigation";
import { useFieldMessages } from "../field-messages";
import { addressOfField } from "../gaps";
import styles from "./overview.module.css";

/** Lists the empty required fields under the heading "What is missing". Each field links to its place in the form. */
export function MissingList({ fields }: { fields: ProjectField[] }) {
  const t = useTranslations("dashboard");
  const steps = useTranslations("steps");
  const words = useFieldMessages();
  return (
    <section aria-labelledby="missing-title">
      <h2 id="missing-title" className={styles.heading}>
        {t("missing.title")}
      </h2>
      <ul className={styles.rows}>
        {fields.map((field) => {
          const { step } = PROJECT_FIELDS[field];
          return (
            <li key={field}>
              <Link className={styles.row} href={addressOfField(field)} prefetch={false}>
                <span className={styles.rowName}>
                  {words.name(field)}
                  <span className={cx(markStyles.mark, styles.rowMark)} aria-hidden="true" />
                </span>
                <span className={styles.rowStep}>
                  {t("missing.step", {
                    number: STEPS.indexOf(step) + 1,
                    step: steps(`short.${step}`),
                  })}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
