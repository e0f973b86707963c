"use client";

import { useTranslations } from "next-intl";
import { romeInstant } from "@/contract/deadline";
import { useWhen } from "../frame/use-when";

/** A day, or an hour or minute of it, in Rome. */
const TIME = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2})?$/;

/** Says a fact of a line. What has no word is said as it was written: the log is older than its words. */
export function useFactWords(): (name: string, value: string) => string {
  const t = useTranslations("staff.log");
  const { full, fullDay } = useWhen();
  const wordOf = (key: string, other: string) => (t.has(key as never) ? t(key as never) : other);
  return (name, value) => {
    const [stage = "", outcome = ""] = name.split(" ");
    if (outcome) {
      const what = `${wordOf(`stage.${stage}`, stage)}, ${wordOf(`outcome.${outcome}`, outcome)}`;
      return t("fact", { name: what, value });
    }
    const time = TIME.exec(value);
    const said = time
      ? (time[1] ? full : fullDay)(romeInstant(value.replace(" ", "T")).toISOString())
      : wordOf(`value.${name}.${value}`, wordOf(`${name}.${value}`, value));
    return t("fact", { name: wordOf(`factName.${name}`, name), value: said });
  };
}
