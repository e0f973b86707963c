"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { VisuallyHidden } from "@/components/ui/visually-hidden";

/** Milliseconds without typing before a screen reader announces the number, which changes with every key. */
const PAUSE = 1000;

/** Announces to screen readers by how many characters a text is too long. */
export function OverLimit({ by }: { by: number }) {
  const t = useTranslations("forms");
  const [said, setSaid] = useState(0);

  useEffect(() => {
    const timer = setTimeout(() => setSaid(by), PAUSE);
    return () => clearTimeout(timer);
  }, [by]);

  return (
    <VisuallyHidden as="output">
      {by > 0 && said > 0 && t("overLimit", { count: said })}
    </VisuallyHidden>
  );
}
