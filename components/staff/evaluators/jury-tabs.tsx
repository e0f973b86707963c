"use client";

import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { TabRow } from "@/components/ui/page/tab-row";
import { ListTab } from "../list/list-head";
import { screenHref, screenNamed } from "../shell/screens";

/** Links between the two pages about the jury, which keep the chosen edition. */
export function JuryTabs({ current }: { current: "evaluators" | "assignment" }) {
  const t = useTranslations("staff");
  const edition = useSearchParams().get("edition");
  const { path } = screenNamed("evaluators");
  const paths = { evaluators: path, assignment: `${path}/assegnazione` } as const;
  return (
    <TabRow label={t("assignment.views")}>
      {(["evaluators", "assignment"] as const).map((name) => (
        <ListTab
          key={name}
          href={screenHref({ path: paths[name] }, edition)}
          current={name === current}
        >
          {t(`${name}.title`)}
        </ListTab>
      ))}
    </TabRow>
  );
}
