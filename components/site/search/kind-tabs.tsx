import { useTranslations } from "next-intl";
import { TabLink, TabRow } from "@/components/ui/page/tab-row";
import type { Kind, KindCount } from "@/lib/search/found";

/**
 * Renders the kinds of search results as links with their counts. The URL contains the selected kind. Renders nothing
 * if all results have one kind.
 *
 * @param current the selected kind; null for all
 * @param href returns the URL of the results of one kind, or of all
 */
export function KindTabs({
  kinds,
  current,
  href,
}: {
  kinds: readonly KindCount[];
  current: Kind | null;
  href: (kind: Kind | null) => string;
}) {
  const t = useTranslations("search");
  if (kinds.length < 2) return null;
  const all = kinds.reduce((sum, { count }) => sum + count, 0);
  return (
    <TabRow label={t("kinds")}>
      <TabLink href={href(null)} current={current === null}>
        {t("tab", { kind: t("everything"), count: all })}
      </TabLink>
      {kinds.map(({ kind, count }) => (
        <TabLink key={kind} href={href(kind)} current={kind === current}>
          {t("tab", { kind: t(`kind.${kind}`, { count }), count })}
        </TabLink>
      ))}
    </TabRow>
  );
}
