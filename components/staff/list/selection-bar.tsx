"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useId, useState } from "react";
import markStyles from "@/components/ui/figures/mark.module.css";
import { useFocusHeir } from "@/components/ui/overlays/focus";
import { FoldToggle } from "@/components/ui/page/fold";
import { useOwnHeight } from "@/components/ui/use-own-height";
import styles from "./selection-bar.module.css";
import type { ListSelection } from "./use-selection";

type Props = {
  selection: ListSelection;
  total: number;
  said: string;
  children: ReactNode;
};

/**
 * Renders the number of selected rows, the controls to select all matches or only this page, and the actions
 * (children). The bar is sticky below the list. On a phone, a button opens all actions except the first.
 *
 * @param total the number of matches
 * @param said the selection as text
 */
export function SelectionBar(props: Props) {
  return props.selection.count === 0 ? null : <Bar {...props} />;
}

function Bar({ selection, total, said, children }: Props) {
  const t = useTranslations("staff.list");
  const bar = useFocusHeir<HTMLElement>();
  useOwnHeight(bar, "--selection-bar");
  const [open, setOpen] = useState(false);
  const id = useId();
  const isAll = "all" in selection.chosen;
  // More rows match the filters now than when the user selected all rows. Actions do not affect the new rows until the
  // user selects them.
  const isGrown = isAll && total !== selection.count;
  return (
    <section className={styles.bar} ref={bar} aria-label={t("selection")}>
      <div className={styles.chosen}>
        <span className={markStyles.mark} aria-hidden="true" />
        <strong role="status" data-grown={isGrown} className={styles.said}>
          {isGrown ? t("grown", { before: selection.count, now: total }) : said}
        </strong>
        {(isGrown || (!isAll && total > selection.count)) && (
          <button type="button" className={styles.link} onClick={() => selection.all(total)}>
            {t("chooseAll", { count: total })}
          </button>
        )}
        {isAll && selection.page.length < selection.count && (
          <button type="button" className={styles.link} onClick={selection.onlyPage}>
            {t("onlyThese", { count: selection.page.length })}
          </button>
        )}
        <button type="button" className={styles.link} onClick={selection.none}>
          {t("none")}
        </button>
      </div>
      <div className={styles.acts} id={id} data-open={open}>
        {children}
      </div>
      <FoldToggle id={id} open={open} onToggle={() => setOpen(!open)}>
        {t("moreActions")}
      </FoldToggle>
    </section>
  );
}
