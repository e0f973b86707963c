"use client";

import { useLocale, useTranslations } from "next-intl";
import { type CSSProperties, startTransition, useLayoutEffect, useRef, useState } from "react";
import { cx } from "@/components/ui/cx";
import { EnglishNames } from "@/components/ui/english-names";
import { PageLink } from "@/lib/i18n/page-link";
import { pathFor } from "@/lib/routes/path";
import type { Section } from "@/lib/routes/sections";
import { CallLine } from "../../call-line";
import { Wordmark } from "../wordmark";
import headerStyles from "./header.module.css";
import type { HeaderFacts } from "./header-facts";
import { HeaderTools } from "./header-tools";
import styles from "./menu.module.css";
import { MENU_PAGES, MENU_SECTIONS } from "./menu-links";

const MENU = "site-menu";
/**
 * Attributes of a button that opens the menu without scripts, in browsers that support the `command` attribute.
 */
export const OPENS_MENU = { command: "show-modal", commandfor: MENU };
const CLOSES_MENU = { command: "close", commandfor: MENU };

/**
 * Renders the full-screen menu in the site section's colour. The native dialog traps the focus, closes on Escape, and
 * returns the focus. Pointing at a section's name thickens the ring beside the name and shows the section's colour.
 *
 * @param open null until known, because the menu can be opened before hydration
 */
export function Menu({
  name,
  mail,
  policyHref,
  edition,
  dates,
  current,
  open,
  onOpen,
  onClose,
}: HeaderFacts & {
  current: Section | undefined;
  open: boolean | null;
  onOpen: () => void;
  onClose: () => void;
}) {
  const t = useTranslations("header");
  const locale = useLocale();
  const dialog = useRef<HTMLDialogElement>(null);
  const [pointed, setPointed] = useState<Section | null>(null);
  const active = pointed ?? current;

  // A layout effect closes the menu before the next paint, so that the menu does not cover the first paint of the next
  // page.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (open === null && element?.open) onOpen();
    if (open && !element?.open) element?.showModal();
    if (open === false && element?.open) element.close();
  }, [open, onOpen]);

  function close() {
    setPointed(null);
    onClose();
  }

  const callLine = <CallLine edition={edition} dates={dates} onLeave={close} />;

  return (
    <dialog
      ref={dialog}
      id={MENU}
      className={styles.menu}
      aria-label={t("menu")}
      data-flood
      data-section={active ?? "call"}
      onClose={close}
    >
      <div className={headerStyles.bar}>
        <PageLink
          className={headerStyles.logo}
          href="/"
          aria-label={t("toHome", { name })}
          onClick={close}
        >
          <Wordmark name={name} again />
        </PageLink>
        <HeaderTools>
          <button
            type="button"
            className={headerStyles.menuButton}
            onClick={close}
            {...CLOSES_MENU}
          >
            <span className={headerStyles.menuWord}>{t("close")}</span>
            <span className={cx(headerStyles.lines, headerStyles.cross)} aria-hidden="true" />
          </button>
        </HeaderTools>
      </div>
      {/* If the header has no space for the link to apply, the menu shows this link first. */}
      <div className={cx(styles.call, styles.first)}>{callLine}</div>
      <div className={styles.body}>
        <nav aria-label={t("sections")}>
          <ul className={styles.sections}>
            {MENU_SECTIONS.map(({ section, href, rise }) => (
              <li
                key={section}
                className={styles.entry}
                style={{ "--rise": rise } as CSSProperties}
                data-active={section === active}
              >
                <PageLink
                  className={styles.name}
                  href={href}
                  prefetch={false}
                  aria-current={section === current ? "true" : undefined}
                  // Close the menu in the React transition of the navigation. The animation to the next page starts at
                  // the ring of the pressed link, so the menu must be visible until then.
                  onClick={() => startTransition(close)}
                  onFocus={() => setPointed(section)}
                  onPointerEnter={() => setPointed(section)}
                >
                  <span className={styles.hoop} data-ring="hoop" aria-hidden="true" />
                  <span className={styles.word}>
                    <EnglishNames text={t(`section.${section}`)} />
                  </span>
                </PageLink>
              </li>
            ))}
          </ul>
        </nav>
        <nav aria-label={t("otherPages")}>
          <ul className={styles.pages}>
            {MENU_PAGES.map((page) => (
              <li key={page.name}>
                <PageLink className={styles.page} href={page.href} prefetch={false} onClick={close}>
                  {t(`page.${page.name}`)}
                </PageLink>
              </li>
            ))}
            <li>
              <a className={styles.page} href={pathFor({ locale, path: "/dashboard" })}>
                {t("privateArea")}
              </a>
            </li>
            <li>
              <a className={styles.page} href={`mailto:${mail}`}>
                {t("write")}
              </a>
            </li>
            <li>
              <a className={styles.page} href={policyHref}>
                {t("policy")}
              </a>
            </li>
          </ul>
        </nav>
      </div>
      <div className={cx(styles.call, styles.foot)}>{callLine}</div>
    </dialog>
  );
}
