import { useTranslations } from "next-intl";
import type { CSSProperties } from "react";
import styles from "./mail-queue.module.css";

/** Up to here a ring is one mail; of more, so many. */
const ONE_EACH = 200;
const MANY = 10;
/** The places of a leap that nobody can make now. */
const PLACES = 5;

/** Mails that cannot leap queue on the ground, below the places in which they should be. */
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
