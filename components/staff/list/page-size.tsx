"use client";

import { useTranslations } from "next-intl";
import { ListChoice } from "@/components/ui/page/list-choice";

/** Renders the choice of the number of rows per page. */
export function PageSize({
  sizes,
  rows,
  onChoose,
}: {
  sizes: readonly number[];
  rows: number;
  onChoose: (rows: number) => void;
}) {
  const t = useTranslations("staff.list");
  return (
    <ListChoice
      label={t("rows")}
      options={sizes.map((size) => ({ value: size, label: String(size) }))}
      value={rows}
      onChoose={onChoose}
    />
  );
}
