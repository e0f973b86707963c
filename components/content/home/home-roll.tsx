import { useTranslations } from "next-intl";
import { GoLink } from "@/components/ui/buttons/go-link";
import { cx } from "@/components/ui/cx";
import type { Summary } from "@/lib/content/content";
import { PageLink } from "@/lib/i18n/page-link";
import { rollOf } from "@/lib/site/roll";
import { RollList } from "../alumni/alumni-list";
import styles from "./home-bands.module.css";

/** Number of projects in the list on the home page. A link leads to all projects. */
const SHOWN = 9;

/**
 * Lists what happened to the projects that past editions selected. If some of these projects have a page, lists only
 * the projects with a page. Renders nothing if the content contains no selected project.
 */
export function HomeRoll({
  stories,
  alumni,
}: {
  stories: readonly Summary[];
  alumni: readonly Summary[];
}) {
  const t = useTranslations("stories.roll");
  const all = rollOf(stories, alumni);
  const told = all.filter(({ href }) => href);
  const roll = told.length > 0 ? told : all;
  if (roll.length === 0) return null;
  return (
    <section className={cx(styles.band, styles.after)}>
      <div className={styles.inner}>
        <div className={styles.head}>
          <h2>{t("title")}</h2>
          <GoLink component={PageLink} href="/chi-siamo#roll" prefetch={false}>
            {t("who")}
          </GoLink>
        </div>
        <div className={styles.timetable}>
          <RollList entries={roll.slice(0, SHOWN)} counted={all} />
        </div>
      </div>
    </section>
  );
}
