"use client";

import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { searchText } from "../list/list-address";
import { ListTab, ListTabs } from "../list/list-head";
import { screenNamed } from "../shell/screens";

type Name = "evaluators" | "assignment";

/** Links between the two pages about the jury: progress and assignment. Shown on the assignment page. */
export function JuryTabs() {
  const t = useTranslations("staff.assignment");
  return (
    <ListTabs label={t("views")}>
      {(["evaluators", "assignment"] as const).map((name) => (
        <JuryTab key={name} name={name} current={name === "assignment"} />
      ))}
    </ListTabs>
  );
}

/** Renders a link to one of the two pages about the jury, with the chosen edition and round. */
export function JuryTab({ name, current }: { name: Name; current: boolean }) {
  const t = useTranslations("staff");
  const params = useSearchParams();
  const [edition, round] = [params.get("edition"), params.get("round")];
  const { path } = screenNamed("evaluators");
  const paths = { evaluators: path, assignment: `${path}/assegnazione` } as const;
  return (
    <ListTab
      always
      href={`${paths[name]}${searchText({}, { edition: edition ?? undefined, round: round ?? undefined })}`}
      current={current}
    >
      {t(`${name}.title`)}
    </ListTab>
  );
}
