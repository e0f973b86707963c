import { useTranslations } from "next-intl";
import { EvaluationList } from "../list/evaluation-list";
import { DeskPage } from "./desk-page";
import styles from "./evaluation-desk.module.css";

/** Renders the evaluator's first page: the title and the list of sent projects. */
export function EvaluationDesk() {
  const t = useTranslations("evaluation");
  return (
    <DeskPage>
      <h1 className={styles.title}>{t("title")}</h1>
      <EvaluationList />
    </DeskPage>
  );
}
