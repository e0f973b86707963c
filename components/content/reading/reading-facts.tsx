import { useTranslations } from "next-intl";
import type { Content } from "@/lib/api/content/content";
import { ItemDate } from "../item-date";
import styles from "./reading-facts.module.css";

/** Who wrote a text, when, and how long it takes. */
export function ReadingFacts({ item, minutes }: { item: Content; minutes: number }) {
  const t = useTranslations("content");
  return (
    <>
      {item.author && <p className={styles.author}>{item.author}</p>}
      <p>
        <ItemDate at={item.publishedAt} />
        {`, ${t("minutes", { minutes })}`}
      </p>
    </>
  );
}
