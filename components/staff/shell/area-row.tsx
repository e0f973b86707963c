"use client";

import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import controlStyles from "@/components/forms/fields/control.module.css";
import { cx } from "@/components/ui/cx";
import markStyles from "@/components/ui/figures/mark.module.css";
import { Link, usePathname, useRouter } from "@/lib/i18n/navigation";
import styles from "./area-row.module.css";
import { SCREENS, screenAt, screenHref } from "./screens";
import { useServiceStatus } from "./use-service-status";

const isMail = (name: string) => name === "mail";

/**
 * Renders the control room's navigation: links to its pages and, at the end, the edition selector. A drawn ring marks
 * the current page. The navigation scrolls horizontally. Its only number is the number of stuck emails.
 */
export function AreaRow({ editions }: { editions: readonly { year: number; current: boolean }[] }) {
  const t = useTranslations("staff");
  const pathname = usePathname();
  const router = useRouter();
  const edition = useSearchParams().get("edition");
  const here = screenAt(pathname);
  const current = useRef<HTMLAnchorElement>(null);
  const serviceStatus = useServiceStatus();
  const stuck = serviceStatus?.checks.find(({ check }) => check === "mails_stuck")?.count ?? 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen is another place in the row
  useEffect(() => {
    current.current?.scrollIntoView?.({ block: "nearest", inline: "center" });
  }, [here]);

  return (
    <div className={styles.row}>
      <div className={styles.inner}>
        <nav className={styles.screens} aria-label={t("areaNav")}>
          {SCREENS.map((screen) => (
            <Link
              key={screen.name}
              ref={screen === here ? current : undefined}
              className={styles.screen}
              data-stuck={isMail(screen.name) && stuck > 0}
              href={screenHref(screen, edition)}
              aria-current={screen === here ? "page" : undefined}
            >
              {screen === here && <span className={markStyles.mark} aria-hidden="true" />}
              {t(`screens.${screen.name}`)}
              {isMail(screen.name) && stuck > 0 && (
                <span className={styles.stuck} data-alarm="">
                  {t("alarm.stuck", { count: stuck })}
                </span>
              )}
            </Link>
          ))}
        </nav>
        {editions.length > 0 && (
          <label className={cx(styles.edition, controlStyles.select)}>
            <span className={styles.label}>{t("edition")}</span>
            <select
              value={edition ?? editions.find(({ current }) => current)?.year ?? editions[0]?.year}
              onChange={({ target }) =>
                router.push(`${pathname}?${new URLSearchParams({ edition: target.value })}`)
              }
            >
              {editions.map(({ year }) => (
                <option key={year} value={year}>
                  {t("editionOf", { year: String(year) })}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
    </div>
  );
}
