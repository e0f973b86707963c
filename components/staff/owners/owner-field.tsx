"use client";

import { useTranslations } from "next-intl";
import { SelectField } from "@/components/forms/fields/select-field";
import { useColleagues } from "./owners";

/** Renders a select for the staff member who becomes responsible for an application. */
export function OwnerField({
  value,
  error,
  onChange,
}: {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  const t = useTranslations("staff.owner");
  const colleagues = useColleagues() ?? [];
  const own = colleagues.find((one) => one.own);
  return (
    <SelectField
      name="owner"
      label={t("field")}
      options={[
        ...(own ? [{ value: "me", label: t("me", { name: own.name }) }] : []),
        ...colleagues.flatMap(({ id, name, former, own }) =>
          former || own ? [] : [{ value: id, label: name }],
        ),
        { value: "none", label: t("nobody") },
      ]}
      value={value}
      error={error}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
