"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/buttons/button";
import { Dialog } from "@/components/ui/overlays/dialog";
import { showToast } from "@/components/ui/overlays/toast";
import { copyText } from "@/lib/browser/copy-text";
import styles from "./second-factor.module.css";

/** Shows new recovery codes once. The user can print, copy, or write them down. */
export function RecoveryCodes({
  email,
  codes,
  onClose,
}: {
  email: string;
  codes: readonly string[];
  onClose: () => void;
}) {
  const t = useTranslations("profile.app.codes");

  async function copy() {
    // The browser can forbid copying. The user can then select and copy the codes manually.
    const copied = await copyText(codes.join("\n"));
    showToast(t(copied ? "copied" : "notCopied"));
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t("title")}
      actions={
        <>
          <Button small variant="inverse" onClick={onClose}>
            {t("done")}
          </Button>
          <Button small variant="secondary" onClick={copy}>
            {t("copy")}
          </Button>
          <Button small variant="secondary" onClick={() => window.print()}>
            {t("print")}
          </Button>
        </>
      }
    >
      <p>{t("lead")}</p>
      <div className={styles.sheet}>
        <p>{t("whose", { email, site: window.location.host })}</p>
        <ol className={styles.codes}>
          {codes.map((code) => (
            <li key={code}>
              <code className={styles.code}>{code}</code>
            </li>
          ))}
        </ol>
      </div>
    </Dialog>
  );
}
