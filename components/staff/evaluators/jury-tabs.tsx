"use client";

import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { TabRow } from "@/components/ui/page/tab-row";
import { searchText } from "../list/list-address";
import { ListTab } from "../list/list-head";
import { screenNamed } from "../shell/screens";

/** Links between the two pages about the jury, which keep the chosen edition. */
export function JuryTabs({ current }: { current: "evaluators" | "assignment" }) {
  const t = useTranslations("staff");
  const params = useSearchParams();
  const [edition, round] = [params.get("edition"), params.get("round")];
  const { path } = screenNamed("evaluators");
  const paths = { evaluators: path, assignment: `${path}/assegnazione` } as const;
  return (
    <TabRow label={t("assignment.views")}>
      {(["evaluators", "assignment"] as const).map((name) => (
        <ListTab
          key={name}
          href={`${paths[name]}${searchText({}, { edition: edition ?? undefined, round: round ?? undefined })}`}
          current={name === current}
        >
          {t(`${name}.title`)}
        </ListTab>
      ))}
    </TabRow>
  );
}
