"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { VisuallyHidden } from "@/components/ui/visually-hidden";

/** A pause in typing, ms: a figure that changes with every key is read out once the hands rest. */
const PAUSE = 1000;

/** Tells screen readers by how many characters a text is too long. */
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
