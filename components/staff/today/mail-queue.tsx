import { useTranslations } from "next-intl";
import type { CSSProperties } from "react";
import styles from "./mail-queue.module.css";

/** If there are at most `ONE_EACH` emails, each ring is one email. Otherwise, each ring is `MANY` emails. */
const ONE_EACH = 200;
const MANY = 10;
/** Number of dashed rings that mark the path of sent emails. */
const PLACES = 5;

/**
 * Draws stuck emails as a queue of rings on a line. Dashed rings above the line mark the path that the emails would
 * take when sent.
 */
export function MailQueue({ count }: { count: number }) {
  const t = useTranslations("staff.today");
  const rings = count <= ONE_EACH ? count : Math.ceil(count / MANY);
  return (
    <div className={styles.queue}>
      {count > ONE_EACH && <p className={styles.legend}>{t("queue", { each: MANY })}</p>}
      <div className={styles.rings} aria-hidden="true">
        {Array.from({ length: rings }, (_, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: rings have no identity but their place
            key={index}
            className={styles.ring}
            style={{ "--share": index / rings } as CSSProperties}
          />
        ))}
      </div>
      <div className={styles.places} aria-hidden="true">
        {Array.from({ length: PLACES }, (_, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: places have no identity but their order
            key={index}
            className={styles.place}
            style={{ "--t": (index + 1) / PLACES } as CSSProperties}
          />
        ))}
      </div>
    </div>
  );
}
