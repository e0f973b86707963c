import { useTranslations } from "next-intl";
import type { Summary } from "@/lib/content/content";
import { rollOf } from "@/lib/site/roll";
import styles from "./about-alumni.module.css";
import { RollList } from "./alumni-list";

/**
 * Shows what happened to the projects that past editions selected. Renders nothing if the content contains no such
 * project.
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
  if (roll.length === 0) return null;
  return (
    <section className={styles.band} id="roll">
      <h2>{t("title")}</h2>
      <p className={styles.text}>{t("text")}</p>
      <RollList entries={roll} placed />
    </section>
  );
}
