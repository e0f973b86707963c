import { useTranslations } from "next-intl";
import { TabLink, TabRow } from "@/components/ui/page/tab-row";
import type { Kind, KindCount } from "@/lib/search/found";

/**
 * The kinds of results as links, each with how many there are: what is shown is in the address. Nothing
 * where there is no choice.
 *
 * @param current the kind that is shown; null: all
 * @param href the URL of the results of a kind, or of all
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
