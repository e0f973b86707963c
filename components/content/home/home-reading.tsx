import { useTranslations } from "next-intl";
import { GoLink } from "@/components/ui/buttons/go-link";
import type { Summary } from "@/lib/content/content";
import { PageLink } from "@/lib/i18n/page-link";
import { SECTION_PATH } from "@/lib/routes/lookup";
import { Teaser } from "../lists/teaser";
import styles from "./home-bands.module.css";

/** Renders the newest story and the two newest articles. Renders nothing if the site has no story and no article. */
export function HomeReading({
  stories,
  posts,
}: {
  stories: readonly Summary[];
  posts: readonly Summary[];
}) {
  const t = useTranslations("home.reading");
  const [story] = stories;
  const [second, third] = posts;
  if (!story && !second) return null;
  return (
    <section className={styles.band} data-flood data-section="magazine">
      <div className={styles.inner}>
        <div className={styles.head}>
          <h2>{t("title")}</h2>
          <GoLink component={PageLink} href={SECTION_PATH.magazine} prefetch={false}>
            {t("all")}
          </GoLink>
        </div>
        <div className={styles.reading}>
          {story && (
            <div className={styles.lead}>
              <Teaser
                item={story}
                type="stories"
                ratio={[774, 876]}
                sizes="(max-width: 767px) 100vw, 56vw"
                kicker={<span>{t("story")}</span>}
                level={3}
                large
              />
            </div>
          )}
          {second && <Article post={second} className={styles.second} />}
          {third && <Article post={third} className={styles.third} />}
        </div>
      </div>
    </section>
  );
}

function Article({ post, className }: { post: Summary; className: string | undefined }) {
  return (
    <div className={className}>
      <Teaser
        item={post}
        type="posts"
        ratio={[4, 3]}
        sizes="(max-width: 767px) 100vw, 32vw"
        kicker={<span>{post.tags[0]}</span>}
        level={3}
      />
    </div>
  );
}
