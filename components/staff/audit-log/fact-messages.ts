"use client";

import { useTranslations } from "next-intl";
import { romeInstant } from "@/contract/deadline";
import { messageOf, messageOr } from "@/lib/i18n/message-of";
import { useWhen } from "../shell/use-when";

/** Matches a day, with or without a time. The day is in Rome's time zone. */
const TIME = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2})?$/;

/** Message keys of list filters. The audit log records that staff used a search, but never the searched text. */
const NAMED: Readonly<Record<string, string>> = { search: "list.search", who: "log.who" };
const FILTERS = ["applications.filter", "log.filter", "log.factName"];
const VALUES = ["applications.value", "log.value.readers", "log.act", "log.stage"];

/** Returns a function that describes a fact of an audit entry as text. A fact without a message is shown as stored. */
export function useFactMessages(): (name: string, value: string) => string {
  const t = useTranslations("staff.log");
  const staff = useTranslations("staff");
  const { full, fullDay } = useWhen();
  const wordOf = (key: string, other: string) => messageOr(t, key, other);
  const staffWord = (rooms: readonly string[], word: string) => {
    const key =
      NAMED[word] ?? rooms.map((room) => `${room}.${word}`).find((one) => staff.has(one as never));
    return key ? messageOf(staff, key) : word;
  };
  /** Describes the stored filters of an exported table, such as `state=complete search`, as text for staff. */
  function filters(kept: string): string {
    const said = kept.split(" ").map((one) => {
      const [name = "", value] = one.split("=");
      const label = staffWord(FILTERS, name);
      return value === undefined ? label : `${label}: ${staffWord(VALUES, value)}`;
    });
    return said.join("; ");
  }
  // A fact's value can name a table or a group of actions, and messages for both can exist. Use the first message that
  // exists.
  function valueOrAct(name: string, value: string): string {
    const keys = [`value.${name}.${value}`, `${name}.${value}`, `act.${value}`];
    const key = keys.find((one) => t.has(one as never));
    return key ? messageOf(t, key) : value;
  }
  return (name, value) => {
    // The stored column names are technical, so show only their number. The exported audit log contains the columns'
    // titles.
    if (name === "columns") return t("columns", { count: value.split(" ").length });
    const [stage = "", outcome = ""] = name.split(" ");
    if (outcome) {
      const what = `${wordOf(`stage.${stage}`, stage)}, ${wordOf(`outcome.${outcome}`, outcome)}`;
      return t("fact", { name: what, value });
    }
    const time = TIME.exec(value);
    const said =
      name === "filter"
        ? filters(value)
        : time
          ? (time[1] ? full : fullDay)(romeInstant(value.replace(" ", "T")).toISOString())
          : valueOrAct(name, value);
    return t("fact", { name: wordOf(`factName.${name}`, name), value: said });
  };
}
