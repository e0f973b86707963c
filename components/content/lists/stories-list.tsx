import { useTranslations } from "next-intl";
import { LeapTitle } from "@/components/ui/figures/leap-title";
import { SectionHead } from "@/components/ui/page/section-head";
import type { Summary } from "@/lib/content/content";
import page from "../page.module.css";
import styles from "./stories-list.module.css";
import { StoryKicker } from "./story-kicker";
import { TeaserGrid } from "./teaser-grid";

/**
 * Renders all stories in a grid with items of different sizes. A story's result is the caption of its cover. The first
 * cover overlaps the page head.
 */
export function StoriesList({ stories }: { stories: readonly Summary[] }) {
  const t = useTranslations("stories");
  return (
    <>
      <SectionHead
        section="community"
        title={<LeapTitle text={t("title")} />}
        lead={<p>{t("lead")}</p>}
      >
        <div className={styles.room} />
      </SectionHead>
      <div className={styles.section} data-section="community">
        <div className={page.inner}>
          <TeaserGrid
            items={stories}
            type="stories"
            kicker={(story) => <StoryKicker story={story} />}
            result={({ meta }) => meta.figure}
          />
        </div>
      </div>
    </>
  );
}
