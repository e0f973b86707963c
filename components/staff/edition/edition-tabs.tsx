"use client";

import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { TabRow } from "@/components/ui/page/tab-row";
import { ListTab } from "../list/list-head";
import { screenHref, screenNamed } from "../shell/screens";

/** Links between the two pages about an edition: dates and rounds. The links keep the chosen edition. */
export function EditionTabs({ current }: { current: "dates" | "rounds" }) {
  const t = useTranslations("staff.rounds");
  const edition = useSearchParams().get("edition");
  const { path } = screenNamed("edition");
  const paths = { dates: path, rounds: `${path}/letture` } as const;
  return (
    <TabRow label={t("views")}>
      {(["dates", "rounds"] as const).map((name) => (
        <ListTab
          key={name}
          href={screenHref({ path: paths[name] }, edition)}
          current={name === current}
        >
          {t(name === "dates" ? "dates" : "tab")}
        </ListTab>
      ))}
    </TabRow>
  );
}
