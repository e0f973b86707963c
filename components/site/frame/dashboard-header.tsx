"use client";

import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { cx } from "@/components/ui/cx";
import type { User } from "@/contract/users/user-schemas";
import { getPathname, Link, usePathname } from "@/lib/i18n/navigation";
import { needsFullLoad } from "@/lib/routes/lookup";
import styles from "./dashboard-header.module.css";
import { dashboardLinks, isCurrent } from "./dashboard-links";
import headerStyles from "./header/header.module.css";
import { LanguageSwitch } from "./language-switch";
import { Wordmark } from "./wordmark";

/**
 * Renders the header of the private pages: dark and solid. The layout sends the header's messages (namespace `header`)
 * to the browser.
 *
 * @param name the programme's name
 * @param user the signed-in user, once known; the roles determine the links
 * @param signOut the sign-out button, which components/account provides
 */
export function DashboardHeader({
  name,
  user,
  signOut,
}: {
  name: string;
  user?: Pick<User, "first_name" | "last_name" | "roles"> | undefined;
  signOut: ReactNode;
}) {
  const t = useTranslations("header");
  const pathname = usePathname();
  const home = getPathname({ href: "/", locale: useLocale() });
  const [open, setOpen] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const fullName = user ? `${user.first_name} ${user.last_name}` : "";

  useEffect(() => {
    const element = dialog.current;
    if (open && !element?.open) element?.showModal();
    if (!open && element?.open) element.close();
  }, [open]);

  const links = (
    <Links roles={user?.roles ?? []} pathname={pathname} onLeave={() => setOpen(false)} />
  );
  const logo = (again: boolean) => (
    <a className={styles.logo} href={home} aria-label={t("toHome", { name })}>
      <Wordmark name={name} again={again} />
    </a>
  );

  return (
    <>
      <header className={styles.header} data-theme="dark" data-area={areaOf(pathname)}>
        <div className={styles.bar}>
          {logo(false)}
          <nav className={styles.links} aria-label={t("mainNav")}>
            {links}
          </nav>
          <div className={styles.tools}>
            <LanguageSwitch />
            <span className={cx(styles.user, styles.wide)}>{fullName}</span>
            <span className={styles.wide}>{signOut}</span>
            <button
              type="button"
              className={styles.open}
              aria-label={t("menu")}
              aria-haspopup="dialog"
              aria-expanded={open}
              onClick={() => setOpen(true)}
            >
              <span className={styles.lines} aria-hidden="true" />
            </button>
          </div>
        </div>
      </header>
      <dialog
        ref={dialog}
        className={styles.menu}
        aria-label={t("menu")}
        onClose={() => setOpen(false)}
      >
        {open && (
          <>
            <div className={styles.bar}>
              {logo(true)}
              <div className={styles.tools}>
                <LanguageSwitch />
                <button type="button" aria-label={t("close")} onClick={() => setOpen(false)}>
                  <span className={cx(headerStyles.lines, headerStyles.cross)} aria-hidden="true" />
                </button>
              </div>
            </div>
            <div className={styles.menuBody}>
              <nav className={styles.menuLinks} aria-label={t("mainNav")}>
                {links}
              </nav>
              <div className={cx(styles.menuFoot, styles.tools)}>
                <span className={styles.user}>{fullName}</span>
                {signOut}
              </div>
            </div>
          </>
        )}
      </dialog>
    </>
  );
}

/**
 * Returns which private area a page belongs to, to choose the accent colour; undefined for applicants' pages, which
 * have the default colour.
 */
function areaOf(pathname: string): "evaluation" | "regia" | undefined {
  if (pathname.startsWith("/dashboard/evaluation")) return "evaluation";
  return pathname.startsWith("/dashboard/regia") ? "regia" : undefined;
}

function Links({
  roles,
  pathname,
  onLeave,
}: {
  roles: User["roles"];
  pathname: string;
  onLeave: () => void;
}) {
  const t = useTranslations("header");
  const locale = useLocale();
  return dashboardLinks(roles).map(({ name, href, outside }) =>
    outside || needsFullLoad(href) ? (
      <a
        key={name}
        className={styles.link}
        href={getPathname({ href, locale })}
        aria-current={isCurrent(href, pathname) ? "page" : undefined}
      >
        <span>{t(name)}</span>
      </a>
    ) : (
      <Link
        key={name}
        className={styles.link}
        href={href}
        aria-current={isCurrent(href, pathname) ? "page" : undefined}
        onClick={onLeave}
      >
        <span>{t(name)}</span>
      </Link>
    ),
  );
}
