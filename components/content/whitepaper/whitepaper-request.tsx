"use client";

import { useTranslations } from "next-intl";
import { type ComponentType, useEffect, useRef, useState } from "react";
import { Skeleton } from "@/components/ui/figures/skeleton";
import styles from "./whitepaper-form.module.css";

type FormProps = { privacyHref: string };

/**
 * Extends the visible area by one window height upwards and downwards. The form loads when the reader scrolls into this
 * area.
 */
const NEAR = "100% 0px";

/**
 * Placeholder of the whitepaper form. The form is a third of the page's download, so the form loads when the reader
 * scrolls near it.
 *
 * @param privacyHref the web privacy policy in the page's language
 */
export function WhitepaperRequest({ privacyHref }: FormProps) {
  const t = useTranslations("whitepaper");
  const place = useRef<HTMLDivElement>(null);
  const [Form, setForm] = useState<ComponentType<FormProps> | null>(null);
  const [failed, setFailed] = useState<unknown>(null);

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        import("./whitepaper-form").then(
          ({ WhitepaperForm }) => setForm(() => WhitepaperForm),
          setFailed,
        );
      },
      { rootMargin: NEAR },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  // If the form's code fails to load, the page's error boundary shows the failure.
  if (failed) throw failed;
  return (
    <div ref={place} className={styles.place}>
      {Form ? <Form privacyHref={privacyHref} /> : <Skeleton label={t("loading")} lines={6} />}
      <noscript>{t("noScript")}</noscript>
    </div>
  );
}
