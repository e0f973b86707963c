"use client";

import { useTranslations } from "next-intl";
import { ListChoice } from "@/components/ui/page/list-choice";
import { DENSITIES, useDensity } from "@/lib/browser/use-density";

/** Renders the choice of the row height for the evaluator's list and the ranking. */
export function Density() {
  const t = useTranslations("evaluation.list.density");
  const [density, choose] = useDensity();
  return (
    <ListChoice
      wide
      label={t("label")}
      options={DENSITIES.map((value) => ({ value, label: t(value) }))}
      value={density}
      onChoose={choose}
    />
  );
}
