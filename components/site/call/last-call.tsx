import { useTranslations } from "next-intl";
import type { EditionDates } from "@/lib/browser/countdown";
import { CallAction } from "./call-action";
import styles from "./last-call.module.css";

/** Renders a second link to apply, at the end of the call's page. */
export function LastCall({ edition }: { edition: EditionDates }) {
  const t = useTranslations("call.last");
  return (
    <section className={styles.last}>
      <div className={styles.inner}>
        <h2>{t.rich("title", { br: () => <br /> })}</h2>
        <div className={styles.actions}>
          <CallAction edition={edition} withAccount />
        </div>
      </div>
    </section>
  );
}
