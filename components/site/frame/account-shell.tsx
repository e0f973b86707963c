import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ClientMessages } from "@/components/forms/client-messages";
import { riseMoments } from "@/components/ui/figures/leap";
import { RiseFigure } from "@/components/ui/figures/rise-figure";
import { TitledPage } from "@/components/ui/page-title";
import type { EditionDates } from "@/lib/browser/countdown";
import { config } from "@/lib/config";
import { pathFor } from "@/lib/routes/path";
import styles from "./account-shell.module.css";
import { SiteHeader } from "./header/site-header";
import { LanguageSwitch } from "./language-switch";
import { Wordmark } from "./wordmark";

/**
 * Positions of a ring that rises through the drawing beside the form. The drawing is 600 units wide. At its last
 * position, the ring extends beyond the drawing's right edge.
 */
const MOMENTS = riseMoments({ x: 92, y: 593, d: 130 }, { x: 560, y: 180, d: 330 }, 8);
/**
 * Positions of a ring that rises through the drawing above the form. This drawing is 600 units wide and 120 units high.
 */
const BAND = riseMoments({ x: 40, y: 98, d: 30 }, { x: 500, y: 62, d: 84 }, 8);

/**
 * Renders the frame of sign-in, registration, and similar pages: a coloured area with a drawing at the left, the form
 * at the right. On small screens, the drawing is a band above the form.
 *
 * @param claim the sentence in the coloured area
 * @param title the page's h1
 * @param edition the call that the site header shows, on pages to recover a password; on other pages, the coloured area
 * shows the programme's name instead of the site header
 * @param children the content below the title
 */
export function AccountShell({
  claim,
  title,
  edition,
  children,
}: {
  claim: string;
  title: string;
  edition?: EditionDates;
  children: ReactNode;
}) {
  const t = useTranslations("header");
  const home = pathFor({ locale: useLocale(), path: "/" });
  const name = config.programmeName;
  // If `edition` is set, the page already has the site header, so the coloured area must not be a second `header`.
  const Head = edition ? "aside" : "header";
  return (
    <>
      {edition && <SiteHeader edition={edition} alwaysSolid />}
      <div className={styles.shell} data-solid={edition !== undefined}>
        <Head className={styles.header}>
          <div className={styles.field} data-flood data-section="call">
            <div className={styles.panel}>
              {!edition && (
                <div className={styles.brand}>
                  <a className={styles.logo} href={home} aria-label={t("toHome", { name })}>
                    <Wordmark name={name} />
                  </a>
                </div>
              )}
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
              <svg
                className={styles.band}
                viewBox="0 0 600 120"
                preserveAspectRatio="xMaxYMax meet"
                aria-hidden="true"
                focusable="false"
              >
                <RiseFigure moments={BAND} />
              </svg>
            </div>
          </div>
          {!edition && (
            <div className={styles.tools}>
              <ClientMessages forms={false} namespaces={["header"]}>
                <LanguageSwitch />
              </ClientMessages>
              <a className={styles.back} href={home}>
                {t("back")}
              </a>
            </div>
          )}
        </Head>
        <main className={styles.main} id="main" tabIndex={-1}>
          <TitledPage title={title} className={styles.title}>
            {children}
          </TitledPage>
        </main>
      </div>
    </>
  );
}
