import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ClientMessages } from "@/components/forms/client-messages";
import { riseMoments } from "@/components/ui/figures/leap";
import { RiseFigure } from "@/components/ui/figures/rise-figure";
import { TitledPage } from "@/components/ui/page-title";
import { config } from "@/lib/config";
import { pathFor } from "@/lib/routes/path";
import styles from "./account-shell.module.css";
import { LanguageSwitch } from "./language-switch";
import { Wordmark } from "./wordmark";

/** The leap beside the form, in a drawing 600 wide; the ring leaves the field at its right edge. */
const MOMENTS = riseMoments({ x: 92, y: 593, d: 130 }, { x: 560, y: 180, d: 330 }, 8);

/**
 * Login, registration and the like: the field with the leap on the left, the form on the right; on
 * small screens a band of 64 px keeps the name.
 *
 * @param claim the sentence on the field
 * @param title the page's h1
 * @param children what is shown below the title
 */
export function AccountShell({
  claim,
  title,
  children,
}: {
  claim: string;
  title: string;
  children: ReactNode;
}) {
  const t = useTranslations("header");
  const home = pathFor({ locale: useLocale(), path: "/" });
  const name = config.programmeName;
  return (
    <div className={styles.shell}>
      <header className={styles.header}>
        <div className={styles.field} data-flood data-section="call">
          <div className={styles.panel}>
            <div className={styles.brand}>
              <a className={styles.logo} href={home} aria-label={t("toHome", { name })}>
                <Wordmark name={name} />
              </a>
            </div>
            <p className={styles.claim}>{claim}</p>
            <svg
              className={styles.figure}
              viewBox="0 0 600 660"
              preserveAspectRatio="xMaxYMax meet"
              aria-hidden="true"
              focusable="false"
            >
              <RiseFigure moments={MOMENTS} />
            </svg>
          </div>
        </div>
        <div className={styles.tools}>
          <ClientMessages forms={false} namespaces={["header"]}>
            <LanguageSwitch />
          </ClientMessages>
          <a className={styles.back} href={home}>
            {t("back")}
          </a>
        </div>
      </header>
      <main className={styles.main} id="main">
        <TitledPage title={title} className={styles.title}>
          {children}
        </TitledPage>
      </main>
    </div>
  );
}
