import { useTranslations } from "next-intl";
import { config } from "@/lib/config";
import type { Summary } from "@/lib/content/content";
import { rollOf } from "@/lib/site/roll";
import styles from "./about-alumni.module.css";
import { RollList } from "./alumni-list";

/**
 * Shows what happened to the chosen projects after the call, and the companies that support the programme. Renders
 * nothing if no project and no company is known.
 */
export function AboutRoll({
  stories,
  alumni,
}: {
  stories: readonly Summary[];
  alumni: readonly Summary[];
}) {
  const t = useTranslations("stories.roll");
  const roll = rollOf(stories, alumni);
  if (roll.length === 0 && config.group.length === 0) return null;
  return (
    <section className={styles.band} id="roll">
      {roll.length > 0 && (
        <>
          <h2>{t("title")}</h2>
          <p className={styles.text}>{t("text")}</p>
          <RollList entries={roll} placed />
        </>
      )}
      {config.group.length > 0 && (
        <div className={styles.group}>
          <h3>{t("group")}</h3>
          <ul className={styles.companies}>
            {config.group.map(({ name, url }) => (
              <li key={name}>{url ? <a href={url}>{name}</a> : name}</li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
