"use client";

import { useFormatter, useLocale, useTranslations } from "next-intl";
import { romeInstant } from "@/contract/deadline";
import type { Effect, Plan } from "@/contract/staff/plan";

/** The words for what an act comes to: its effects, its mails, what stands against it. */
export function usePlanWords() {
  const t = useTranslations("staff.act");
  const format = useFormatter();
  const locale = useLocale();
  const day = { weekday: "short", day: "numeric", month: "long" } as const;
  const minute = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

  function fact(value: string): string {
    if (/^\d{4}-\d{2}-\d{2}$/.test(value)) {
      return t("endOf", { day: format.dateTime(romeInstant(`${value}T12:00`), day) });
    }
    const isLocal = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(value);
    const isInstant = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value);
    if (!isLocal && !isInstant) return value;
    return format.dateTime(isLocal ? romeInstant(value) : new Date(value), { ...day, ...minute });
  }
  const said = (kind: "effect" | "against", { name, count, facts = {} }: Effect) => {
    const words = Object.entries(facts).map(([key, value]) => [key, fact(value)]);
    return t(`${kind}.${name}` as never, { count, ...Object.fromEntries(words) } as never);
  };
  return {
    fact,
    time: (at: string) => format.dateTime(new Date(at), minute),
    effect: (one: Effect) => said("effect", one),
    against: (one: Effect) => said("against", one),
    mail: ({ template, language, count }: Plan["mails"][number]) =>
      t("mailLine", {
        count,
        mail: t(`mail.${template}` as never),
        language: new Intl.DisplayNames(locale, { type: "language" }).of(language) ?? language,
      }),
  };
}
