import { useTranslations } from "next-intl";
import { GoLink } from "@/components/ui/buttons/go-link";
import type { ProjectListQuery } from "@/contract/evaluation/evaluation-schemas";
import { Link } from "@/lib/i18n/navigation";
import { listAddress } from "./list-query";

/** Shows how many projects were sent again after the evaluator scored them, with a link to these projects. */
export function ResubmittedLink({ count, query }: { count: number; query: ProjectListQuery }) {
  const t = useTranslations("evaluation.list");
  if (count === 0) return null;
  return (
    <p>
      <GoLink component={Link} href={listAddress(query, { sent_again: "yes" })} prefetch={false}>
        {t("sentAgain", { count })}
      </GoLink>
    </p>
  );
}
