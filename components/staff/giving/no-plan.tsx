"use client";

import { useTranslations } from "next-intl";
import { Link } from "@/lib/i18n/navigation";
import { screenNamed } from "../shell/screens";

/** URL of the form that prepares a plan of readings. */
const PLAN = `${screenNamed("evaluators").path}/assegnazione#propose`;

/** Explains that no project can be assigned without a plan, and links to the form that prepares a plan. */
export function NoPlan() {
  const t = useTranslations("staff.assignment.matrix");
  return (
    <span>
      {t("noPlan")} <Link href={PLAN}>{t("makePlan")}</Link>
    </span>
  );
}
