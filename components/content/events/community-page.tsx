import { useTranslations } from "next-intl";
import { GoLink } from "@/components/ui/buttons/go-link";
import { EmptyState } from "@/components/ui/empty-state";
import { LeapTitle } from "@/components/ui/figures/leap-title";
import { SectionHead } from "@/components/ui/page/section-head";
import { config } from "@/lib/config";
import type { Summary } from "@/lib/content/content";
import { PageLink } from "@/lib/i18n/page-link";
import { byTime } from "@/lib/site/events";
import band from "../band.module.css";
import { Wave } from "../covers/wave";
import { StoryKicker } from "../lists/story-kicker";
import { TeaserGrid } from "../lists/teaser-grid";
import styles from "../page.module.css";
import { WhitepaperBand } from "../whitepaper/whitepaper-band";
import { EventList } from "./event-list";

/** Number of events and stories on the community page. A link leads to the complete list. */
const EVENTS = 4;
const STORIES = 5;

/** Renders the community page: upcoming events, participants, the whitepaper, and a contact. */
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
