"use client";

import { useTranslations } from "next-intl";
import { useRemembered } from "@/lib/browser/use-remembered";
import { ListChoice } from "./list-choice";

const DENSITIES = ["compact", "comfortable"] as const;

/** Returns the row height of lists on wide screens, which the browser stores, and a function to change it. */
export function useDensity() {
  const [stored, choose] = useRemembered("staff.density");
  const density = DENSITIES.find((one) => one === stored) ?? DENSITIES[0];
  return [density, choose] as const;
}

/** Renders the choice of the row height of all lists. */
export function Density() {
  const t = useTranslations("staff.list.density");
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
