"use client";

import { useTranslations } from "next-intl";
import { Link } from "@/lib/i18n/navigation";
import { screenNamed } from "../shell/screens";

/** Address of the form that prepares a plan. */
const PLAN = `${screenNamed("evaluators").path}/assegnazione#propose`;

/** Says that without a plan no project can be given, and links to the form that prepares one. */
export function NoPlan() {
  const t = useTranslations("staff.assignment.matrix");
  return (
    <span>
      {t("noPlan")} <Link href={PLAN}>{t("makePlan")}</Link>
    </span>
  );
}
