"use client";

import { useTranslations } from "next-intl";
import { type ComponentType, useEffect, useRef, useState } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import styles from "./whitepaper-form.module.css";

type FormProps = { privacyHref: string };

/** The form is needed shortly before it can be seen: one height of the window away. */
const NEAR = "100% 0px";

/**
 * The place of the whitepaper form. Its code weighs as much as a third of the page, so it comes when
 * the reader does.
 *
 * @param privacyHref the privacy notice in the page's language
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

  // The page's error boundary knows what to do about code that does not come.
  if (failed) throw failed;
  return (
    <div ref={place} className={styles.place}>
      {Form ? <Form privacyHref={privacyHref} /> : <Skeleton label={t("loading")} lines={6} />}
      <noscript>{t("noScript")}</noscript>
    </div>
  );
}
