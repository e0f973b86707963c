"use client";

import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { isTyping } from "@/components/ui/is-typing";
import { Dialog } from "@/components/ui/overlays/dialog";
import { useShortcutsEnabled } from "@/lib/browser/use-keys-on";
import { useRouter } from "@/lib/i18n/navigation";
import styles from "./area-shortcuts.module.css";
import { LIST_SHORTCUTS, type ListShortcut } from "./list-shortcuts";
import { SCREENS, screenHref } from "./screens";
import { useRefreshEnabled } from "./use-refreshed-query";

/** Milliseconds in which a second letter can follow the key `g`. */
const PAUSE = 1500;

/**
 * Handles the control room's keyboard shortcuts: `g` and a letter open a page, and `?` opens the list of all shortcuts,
 * where users can turn them off. Also renders the button that pauses the automatic refresh.
 */
export function AreaShortcuts() {
  const t = useTranslations("staff");
  const [on, choose] = useShortcutsEnabled();
  const [isRefreshed, refresh] = useRefreshEnabled();
  const [open, setOpen] = useState(false);
  const router = useRouter();
  const edition = useSearchParams().get("edition");
  const wentAt = useRef(0);

  useEffect(() => {
    if (!on) return;
    const press = (event: KeyboardEvent) => {
      if (isTyping(event)) return;
      const key = event.key.toLowerCase();
      const follows = event.timeStamp - wentAt.current < PAUSE;
      wentAt.current = key === "g" ? event.timeStamp : 0;
      const screen = follows ? SCREENS.find((one) => one.key === key) : undefined;
      if (screen) {
        event.preventDefault();
        router.push(screenHref(screen, edition));
      } else if (key === "?") {
        event.preventDefault();
        setOpen(true);
      }
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [on, router, edition]);

  return (
    <>
      <div className={styles.foot}>
        <p>
          <span>{t("keys.kept")}</span> <span>{t("keys.rome")}</span>
        </p>
        <div>
          <button type="button" className={styles.open} onClick={() => refresh(!isRefreshed)}>
            {t(isRefreshed ? "refresh.pause" : "refresh.resume")}
          </button>
          <button type="button" className={styles.open} onClick={() => setOpen(true)}>
            {t("keys.open")}
          </button>
        </div>
      </div>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t("keys.title")}
        actions={
          <>
            <Button small onClick={() => setOpen(false)}>
              {t("keys.close")}
            </Button>
            <Button small variant="secondary" onClick={() => choose(!on)}>
              {t(on ? "keys.turnOff" : "keys.turnOn")}
            </Button>
          </>
        }
      >
        <ul className={styles.list}>
          {SCREENS.map(({ name, key }) => (
            <li key={name}>
              <kbd>{"G"}</kbd>{" "}
              {t("keys.go", { key: key.toUpperCase(), screen: t(`screens.${name}`) })}
            </li>
          ))}
          {Object.entries(LIST_SHORTCUTS).map(([name, key]) => (
            <li key={name}>
              <kbd>{key}</kbd> {t(`keys.${name as ListShortcut}`)}
            </li>
          ))}
          <li>
            <kbd>{"?"}</kbd> {t("keys.help")}
          </li>
        </ul>
      </Dialog>
    </>
  );
}
