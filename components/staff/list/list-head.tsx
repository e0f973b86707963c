import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { LinkProps } from "@/components/ui/buttons/link-props";
import { FoldedTabs } from "@/components/ui/page/folded-tabs";
import { TabLink } from "@/components/ui/page/tab-row";
import { Link } from "@/lib/i18n/navigation";
import type { ListShortcut } from "../shell/list-shortcuts";
import { ShortcutHints } from "../shell/shortcut-hints";
import styles from "./list-page.module.css";

/** Renders a list's heading, summary, keyboard shortcuts, and actions (children). */
export function ListHead({
  title,
  sum,
  tabs,
  keys,
  children,
}: {
  title: string;
  sum?: ReactNode;
  /** Tabs beside the title, if the list has other tabs below. */
  tabs?: ReactNode;
  keys?: readonly ListShortcut[];
  children?: ReactNode;
}) {
  return (
    <div className={styles.head}>
      <h1 className={styles.title}>{title}</h1>
      {sum && <p className={styles.sum}>{sum}</p>}
      {tabs && <div className={styles.tabs}>{tabs}</div>}
      {keys && <ShortcutHints keys={keys} />}
      {children}
    </div>
  );
}

/**
 * Renders the tabs of a list. On a phone, shows only the current tab and a button that shows all tabs.
 */
export function ListTabs({ label, children }: { label: string; children: ReactNode }) {
  const t = useTranslations("staff.list");
  return (
    <FoldedTabs label={label} more={t("moreTabs")}>
      {children}
    </FoldedTabs>
  );
}

/** Renders a tab of a list. As soon as the list has loaded, the tab shows its number of rows. */
export function ListTab({
  count,
  children,
  ...rest
}: Omit<LinkProps, "component"> & {
  current: boolean;
  /** Whether the tab stays visible on a phone. */
  always?: boolean;
  count?: number | undefined;
}) {
  const format = useFormatter();
  return (
    <TabLink component={Link} {...rest}>
      {children}
      {count !== undefined && <span className={styles.number}>{format.number(count)}</span>}
    </TabLink>
  );
}
