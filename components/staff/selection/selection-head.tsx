import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Fold } from "@/components/ui/page/fold";
import type { Selection } from "@/contract/staff/selection";
import { ListHead } from "../list/list-head";
import { useWhen } from "../shell/use-when";

/**
 * Shows how many evaluators have closed their evaluation, and the number of projects. The children are the buttons that
 * release decisions.
 */
export function SelectionHead({
  selection,
  children,
}: {
  selection: Selection | undefined;
  children?: ReactNode;
}) {
  const t = useTranslations("staff.selection");
  const list = useTranslations("staff.list");
  const when = useWhen();
  return (
    <ListHead
      title={t("title")}
      sum={
        selection && (
          <>
            <strong>
              {t("closed", { closed: selection.closed, evaluators: selection.evaluators })}
            </strong>
            <span>
              {t("projects", { count: selection.projects })}{" "}
              {selection.results && <Decides selection={selection} />}{" "}
              {selection.opened_at && t("openedEarly", { at: when.moment(selection.opened_at) })}
            </span>
          </>
        )
      }
    >
      <Fold label={list("moreActions")}>{children}</Fold>
    </ListHead>
  );
}

/**
 * Says which value determines the selection: the calibrated mean of the round, or the weighted mean of this round's and
 * the previous round's means.
 */
function Decides({ selection: { round } }: { selection: Selection }) {
  const t = useTranslations("staff.selection");
  const weight = round?.weight;
  return weight ? t("decidesBlended", { weight, rest: 100 - weight }) : t("decides");
}
