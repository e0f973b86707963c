import { useTranslations } from "next-intl";
import { LeapTitle } from "@/components/ui/figures/leap-title";
import { SectionHead } from "@/components/ui/page/section-head";
import type { Summary } from "@/lib/content/content";
import styles from "../page.module.css";
import { StoryKicker } from "./story-kicker";
import { TeaserGrid } from "./teaser-grid";

/** Renders all stories in a grid with items of different sizes. */
export function StoriesList({ stories }: { stories: readonly Summary[] }) {
  const t = useTranslations("stories");
  return (
    <>
      <SectionHead
        section="community"
        title={<LeapTitle text={t("title")} />}
        lead={<p>{t("lead")}</p>}
      />
      <div className={styles.section} data-section="community">
        <div className={styles.inner}>
          <TeaserGrid
            items={stories}
            type="stories"
            kicker={(story) => <StoryKicker story={story} />}
          />
        </div>
      </div>
    </>
  );
}
