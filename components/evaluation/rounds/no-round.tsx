import { useTranslations } from "next-intl";
import { GoLink } from "@/components/ui/buttons/go-link";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/lib/i18n/navigation";

/** Says that the evaluator is in no jury of the edition, with a link to the evaluator's other evaluations. */
export function NoRound({ level = 2 }: { level?: 1 | 2 }) {
  const t = useTranslations("evaluation.rounds");
  return (
    <EmptyState title={t("none")} text={t("noneText")} level={level}>
      <GoLink component={Link} href="/dashboard">
        {t("home")}
      </GoLink>
    </EmptyState>
  );
}
