import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { type Endpoint, mayCall } from "@/contract/endpoint";
import { releaseDecisions, type Selection, selectProjects } from "@/contract/staff/selection";
import { meQuery } from "@/lib/api/query";

/** Returns why the user cannot decide or release here; undefined if the user can. */
export function useRights(selection: Pick<Selection, "current"> | undefined) {
  const t = useTranslations("staff.selection");
  const { data: user } = useQuery(meQuery(useLocale()));
  const may = (endpoint: Endpoint) => user === undefined || mayCall(endpoint, user.roles);
  const over = selection?.current === false ? t("editionOver") : undefined;
  const decide = may(selectProjects) ? over : t("readOnly");
  return { decide, release: decide ?? (may(releaseDecisions) ? undefined : t("directorOnly")) };
}
