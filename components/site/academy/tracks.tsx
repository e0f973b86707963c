import { useTranslations } from "next-intl";
import { ClientMessages } from "@/components/forms/client-messages";
import { config } from "@/lib/config";
import { TrackLink } from "./track-link";
import styles from "./tracks.module.css";

/** Renders the two learner tracks at the external learning provider, which need an account. */
export function Tracks() {
  const t = useTranslations("academy.tracks");
  return (
    <section className={styles.tracks} data-theme="dark">
      <div className={styles.inner}>
        <div className={styles.words}>
          <h2>{t("title")}</h2>
          <p className={styles.lead}>{t("text")}</p>
        </div>
        <ClientMessages forms={false} namespaces={["academyTrack"]}>
          <ul className={styles.list}>
            {(["business", "impact"] as const).map((track) => (
              <li key={track} className={styles.track}>
                <h3>{t(`${track}.name`)}</h3>
                <p>{t(`${track}.text`)}</p>
                <TrackLink track={track} href={config.learning[track]} />
              </li>
            ))}
          </ul>
        </ClientMessages>
      </div>
    </section>
  );
}
