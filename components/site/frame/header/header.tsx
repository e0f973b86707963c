"use client";

import { useTranslations } from "next-intl";
import { useCallback, useRef, useState } from "react";
import { cx } from "@/components/ui/cx";
import { PageLink } from "@/lib/i18n/page-link";
import { sectionOf } from "@/lib/routes/lookup";
import { usePagePath } from "../../use-page-path";
import { Wordmark } from "../wordmark";
import { CallOrMail } from "./call-or-mail";
import styles from "./header.module.css";
import type { HeaderFacts } from "./header-facts";
import { HeaderTools } from "./header-tools";
import { Menu, OPENS_MENU } from "./menu";
import { useHeaderScroll } from "./use-header-scroll";

/**
 * Renders the header of the public pages. The header is transparent over the page's coloured area, hides while the user
 * scrolls down, and turns solid after some scrolling. On a page without a coloured area, the header is always solid.
 * The header's button opens the menu. The menu takes the focus and returns it on closing.
 */
export function Header({ alwaysSolid = false, ...facts }: HeaderFacts & { alwaysSolid?: boolean }) {
  const t = useTranslations("header");
  const pathname = usePagePath();
  const header = useRef<HTMLElement>(null);
  const { solid, hidden } = useHeaderScroll(pathname, header);
  const [open, setOpen] = useState<boolean | null>(null);
  const openMenu = useCallback(() => setOpen(true), []);
  const home = pathname === "/";

  return (
    <>
      <header
        ref={header}
        className={styles.header}
        data-solid={alwaysSolid || solid}
        data-hidden={hidden && !open}
        data-home={home}
      >
        <div className={styles.bar}>
          {/*
           * The link to the home page is not prefetched, because every page would then load the home page and its
           * stylesheets.
           */}
          <PageLink
            className={styles.logo}
            href="/"
            prefetch={false}
            aria-label={t("toHome", { name: facts.name })}
          >
            <Wordmark name={facts.name} />
          </PageLink>
          {home && (
            <p className={styles.tagline}>
              {t.rich("tagline", { group: facts.group, br: () => <br /> })}
            </p>
          )}
          <HeaderTools
            ways={(session) => (
              <CallOrMail edition={facts.edition} mail={facts.mail} session={session} />
            )}
          >
            <button
              type="button"
              className={styles.menuButton}
              aria-haspopup="dialog"
              aria-expanded={Boolean(open)}
              onClick={openMenu}
              {...OPENS_MENU}
            >
              <span className={styles.menuWord}>{t("menu")}</span>
              <span className={cx(styles.lines)} aria-hidden="true" />
            </button>
          </HeaderTools>
        </div>
      </header>
      <Menu
        {...facts}
        current={sectionOf(pathname)}
        open={open}
        onOpen={openMenu}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
