import { useTranslations } from "next-intl";
import { Ordinal } from "@/components/ui/figures/ordinal";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import type { MemberValues } from "@/lib/draft/team-member";
import { useOptionWord } from "../field-messages";
import styles from "./team-step.module.css";

/** Shows one team member in the list. With `disabled`, the row has no buttons. */
export function MemberRow({
  member,
  number,
  disabled,
  onEdit,
  onRemove,
}: {
  member: MemberValues;
  number: number;
  disabled: boolean;
  onEdit?: () => void;
  onRemove?: () => void;
}) {
  const t = useTranslations("steps.team");
  const option = useOptionWord();
  const details = [member.phone, option(member.age), option(member.info)]
    .filter(Boolean)
    .join(" · ");
  return (
    <li className={styles.item}>
      <Ordinal number={number} />
      <div className={styles.person}>
        <p className={styles.name}>{member.name}</p>
        <p>{member.role}</p>
        <p className={styles.details}>{details}</p>
      </div>
      {!disabled && (
        <div className={styles.rowActions}>
          <button type="button" className={styles.textButton} onClick={onEdit}>
            {t("edit")}
            <VisuallyHidden>{` ${member.name}`}</VisuallyHidden>
          </button>
          <button type="button" className={styles.textButton} onClick={onRemove}>
            {t("remove")}
            <VisuallyHidden>{` ${member.name}`}</VisuallyHidden>
          </button>
        </div>
      )}
    </li>
  );
}
