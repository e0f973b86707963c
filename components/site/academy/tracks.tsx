import { useLocale, useTranslations } from "next-intl";
import { ClientMessages } from "@/components/forms/client-messages";
import { learningTracks } from "@/lib/site/learning";
import { TrackLink } from "./track-link";
import styles from "./tracks.module.css";

/**
 * Renders the learning tracks of the external learning provider, which need an account. Renders nothing if no provider
 * is configured.
 */
export function Tracks() {
  const t = useTranslations("academy.tracks");
  const tracks = learningTracks(useLocale()).filter(({ isHosted }) => isHosted);
  if (tracks.length === 0) return null;
  return (
    <section className={styles.tracks} data-theme="dark">
      <div className={styles.inner}>
        <div className={styles.words}>
          <h2>{t("title")}</h2>
          <p className={styles.lead}>{t("text")}</p>
        </div>
        <ClientMessages forms={false} namespaces={["academyTrack"]}>
          <ul className={styles.list}>
            {tracks.map(({ track, href }) => (
              <li key={track} className={styles.track}>
                <h3>{t(`${track}.name`)}</h3>
                <p>{t(`${track}.text`)}</p>
                <TrackLink track={track} href={href} />
              </li>
            ))}
          </ul>
        </ClientMessages>
      </div>
    </section>
  );
}
