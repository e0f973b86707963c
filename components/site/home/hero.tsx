import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { ClientMessages } from "@/components/forms/client-messages";
import { GoLink } from "@/components/ui/buttons/go-link";
import { DRAWN_NAME } from "@/contract/logo";
import type { EditionDates } from "@/lib/browser/countdown";
import { config } from "@/lib/config";
import { PageLink } from "@/lib/i18n/page-link";
import { CallAction } from "../call/call-action";
import { LocalTime } from "../call/local-time";
import { LettersOutline } from "../frame/letters";
import { useEditionMessages } from "../use-edition-messages";
import { CallNote } from "./call-note";
import styles from "./hero.module.css";
import { HeroName } from "./hero-name";

/** Messages of the hero's client components. */
const MESSAGES = [
  "countdown.callAction",
  "countdown.callNote",
  "countdown.count",
] as const satisfies ComponentProps<typeof ClientMessages>["namespaces"];

/**
 * Renders the home page's hero: the title, the main links, and the programme's name. The name's raised "o" contains the
 * number of remaining days.
 */
export function Hero({ edition }: { edition: EditionDates }) {
  const t = useTranslations("home");
  const dates = useEditionMessages(edition);
  return (
    <section className={styles.hero} data-flood data-section="call">
      <ClientMessages forms={false} namespaces={MESSAGES}>
        <div className={styles.words}>
          <h1 className={styles.title}>{t.rich("titleLines", { br: () => <br /> })}</h1>
          <p className={styles.lead}>{t("lead")}</p>
          <div className={styles.actions}>
            <CallAction edition={edition} />
            <GoLink component={PageLink} href="/call-for-ideas" prefetch={false}>
              {t("readCall")}
            </GoLink>
          </div>
        </div>
        <div className={styles.note}>
          <CallNote
            edition={edition}
            dates={dates}
            localTime={<LocalTime closesAt={edition.closesAt} />}
          />
        </div>
        {/* If the programme has another name, the header does not contain the letters. */}
        {config.programmeName !== DRAWN_NAME && (
          <div hidden>
            <svg aria-hidden="true">
              <LettersOutline />
            </svg>
          </div>
        )}
        <HeroName edition={edition} dates={dates} />
      </ClientMessages>
    </section>
  );
}
