import { useLocale, useTranslations } from "next-intl";
import { GoLink } from "@/components/ui/buttons/go-link";
import { pathFor } from "@/lib/routes/path";
import { learningTracks } from "@/lib/site/learning";
import styles from "./tracks.module.css";

/**
 * Renders the learning tracks of the external learning provider. The tracks need an account, so signed-out visitors get
 * links to the registration. Renders nothing if no provider is configured.
 */
export function Tracks() {
  const t = useTranslations("academy.tracks");
  const links = useTranslations("academyTrack");
  const locale = useLocale();
  const tracks = learningTracks(locale).filter(({ isHosted }) => isHosted);
  if (tracks.length === 0) return null;
  return (
    <section className={styles.tracks} data-theme="dark">
      <div className={styles.inner}>
        <div className={styles.words}>
          <h2>{t("title")}</h2>
          <p className={styles.lead}>{t("text")}</p>
        </div>
        <ul className={styles.list}>
          {tracks.map(({ track, href }) => (
            <li key={track} className={styles.track}>
              <h3>{t(`${track}.name`)}</h3>
              <p>{t(`${track}.text`)}</p>
              <GoLink data-for="signed-in" href={href} rel="noreferrer">
                {links(`${track}.open`)}
              </GoLink>
              <GoLink data-for="signed-out" href={pathFor({ locale, path: "/registration" })}>
                {links(`${track}.register`)}
              </GoLink>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
