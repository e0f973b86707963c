import { GoLink } from "@/components/ui/buttons/go-link";
import { Ground } from "@/components/ui/ground";
import { FALLBACK_WORDS } from "@/lib/i18n/fallback-messages";
import styles from "./last-fallback.module.css";

/**
 * Renders the fallback for a failure of the error page itself: a message and a link to the home page, in Italian and
 * English.
 */
export function LastFallback() {
  return (
    <main className={styles.page} data-flood data-section="network">
      {FALLBACK_WORDS.map(({ locale, home, title, text, cta }, index) => {
        const Title = index === 0 ? "h1" : "h2";
        return (
          <div key={locale} className={styles.words} lang={locale}>
            <Title className={styles.title}>{title}</Title>
            <p>{text}</p>
            <GoLink href={home}>{cta}</GoLink>
          </div>
        );
      })}
      <Ground />
    </main>
  );
}
