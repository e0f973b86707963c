import { useTranslations } from "next-intl";
import { EmptyState } from "@/components/ui/empty-state";
import { GoLink } from "@/components/ui/go-link";
import { LeapTitle } from "@/components/ui/leap-title";
import { SectionHead } from "@/components/ui/section-head";
import type { Summary } from "@/lib/api/content";
import { config } from "@/lib/config";
import { byTime } from "@/lib/events";
import { PageLink } from "@/lib/i18n/page-link";
import band from "./band.module.css";
import { EventList } from "./event-list";
import styles from "./page.module.css";
import { StoryKicker } from "./story-kicker";
import { TeaserGrid } from "./teaser-grid";
import { Wave } from "./wave";
import { WhitepaperBand } from "./whitepaper-band";

/** Events and stories shown here; the rest is a link away. */
const EVENTS = 4;
const STORIES = 5;

/** Where people meet: what comes next, who was here, the whitepaper, and a way to write. */
export function CommunityPage({
  events,
  stories,
}: {
  events: readonly Summary[];
  stories: readonly Summary[];
}) {
  const t = useTranslations("community");
  const eventWords = useTranslations("events");
  const storyWords = useTranslations("stories");
  const { coming, past } = byTime(events, new Date());
  const wave = [
    { count: past.length, words: eventWords("wavePast", { count: past.length }) },
    {
      count: coming.length,
      words: eventWords("waveComing", { count: coming.length }),
      rises: true,
    },
    { count: stories.length, words: t("waveStories", { count: stories.length }) },
  ];
  return (
    <>
      <SectionHead
        section="community"
        title={<LeapTitle text={t("title")} />}
        lead={<p>{t("lead")}</p>}
      >
        <Wave parts={wave} />
      </SectionHead>
      <section className={styles.section} data-section="community">
        <div className={styles.inner}>
          <div className={styles.head}>
            <h2>{t("events")}</h2>
            <GoLink component={PageLink} href="/evento" prefetch={false}>
              {eventWords("all")}
            </GoLink>
          </div>
          {coming.length > 0 ? (
            <EventList events={coming.slice(0, EVENTS)} />
          ) : (
            <EmptyState level={3} title={eventWords("none")} text={eventWords("noneText")} />
          )}
        </div>
      </section>
      <WhitepaperBand />
      <section className={styles.section} data-section="community">
        <div className={styles.inner}>
          <div className={styles.head}>
            <h2>{t("stories")}</h2>
            <GoLink component={PageLink} href="/storie" prefetch={false}>
              {storyWords("all")}
            </GoLink>
          </div>
          <TeaserGrid
            items={stories.slice(0, STORIES)}
            type="stories"
            kicker={(story) => <StoryKicker story={story} />}
            level={3}
          />
        </div>
      </section>
      <section className={band.band} data-flood data-section="community">
        <div className={band.inner}>
          <h2>{t("joinTitle")}</h2>
          <div className={band.words}>
            <p className={band.text}>{t("joinText")}</p>
            <GoLink href={`mailto:${config.contactMail}`}>{t("joinLink")}</GoLink>
          </div>
        </div>
      </section>
    </>
  );
}
