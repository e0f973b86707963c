"use client";

import { useFormatter, useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { dateFormat } from "@/contract/dates";
import { PROGRAMME_ZONE, romeInstant, romeYear } from "@/contract/deadline";
import type { ActionPreview, Effect } from "@/contract/staff/preview";
import { useLikelyYear } from "@/lib/browser/server-clock";
import { messageOf } from "@/lib/i18n/message-of";
import { yearIfOther } from "../shell/use-when";

const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
/** Matches a whole number that selects the plural form in a sentence. */
const COUNT = /^(0|[1-9]\d{0,8})$/;

/**
 * Returns functions that describe the parts of an action's preview as text: effects, emails, and blockers.
 *
 * @param at the time of the preview; a date in another year shows its year
 */
export function usePreviewMessages(at?: string) {
  const t = useTranslations("staff.act");
  const format = useFormatter();
  const locale = useLocale();
  const say = (at: Date, options: Intl.DateTimeFormatOptions) =>
    dateFormat(locale, { timeZone: PROGRAMME_ZONE, ...options }).format(at);
  const thisYear = useLikelyYear();
  const now = at === undefined ? thisYear : romeYear(new Date(at));
  const dayOf = (one: Date) => {
    const year = yearIfOther(one, now);
    return { weekday: "short", day: "numeric", month: "long", ...year } as const;
  };
  const minute = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

  function fact(value: string): string {
    if (/^\d{4}-\d{2}-\d{2}$/.test(value)) {
      const noon = romeInstant(`${value}T12:00`);
      return t("endOf", { day: say(noon, dayOf(noon)) });
    }
    const moments = value.split(",");
    if (!moments.every((one) => LOCAL.test(one) || INSTANT.test(one))) return value;
    const said = moments
      .map((one) => (LOCAL.test(one) ? romeInstant(one) : new Date(one)))
      .map((one) => say(one, { ...dayOf(one), ...minute }));
    return format.list(said);
  }
  const valuesOf = ({ count, facts = {} }: Effect) => ({
    ...Object.fromEntries(
      Object.entries(facts).map(([key, value]) => [
        key,
        COUNT.test(value) ? Number(value) : fact(value),
      ]),
    ),
    count,
  });
  // In a sentence, the tag `n` wraps the number, so that a caller can show the number separately.
  const said = (kind: "effect" | "against", one: Effect) =>
    t.markup(
      `${kind}.${one.name}` as never,
      { ...valuesOf(one), n: (figure: string) => figure } as never,
    );
  return {
    fact,
    time: (at: string) => say(new Date(at), minute),
    effect: (one: Effect) => said("effect", one),
    /** Returns the sentence about one effect of a staff action. The function `n` renders the number in the sentence. */
    effectWith: (one: Effect, n: (figure: ReactNode) => ReactNode): ReactNode =>
      t.rich(`effect.${one.name}` as never, { ...valuesOf(one), n } as never),
    against: (one: Effect) => said("against", one),
    mail: ({ template, language, count }: ActionPreview["mails"][number]) =>
      t("mailLine", {
        count,
        mail: messageOf(t, `mail.${template}`),
        language: new Intl.DisplayNames(locale, { type: "language" }).of(language) ?? language,
      }),
  };
}
