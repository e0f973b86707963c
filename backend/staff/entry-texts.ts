import type { ExportList } from "@/contract/staff/exports";
import { type Messages, optionWord } from "../documents/messages";
import { columnTitle } from "./write-export";

/**
 * Returns the text at a path of the audit log's messages, such as `act.edition.extend`. Returns undefined for an
 * unknown path.
 */
function textAt(words: Messages, path: string): string | undefined {
  let found: unknown = words.log;
  for (const part of path.split("."))
    found = (found as Record<string, unknown> | undefined)?.[part];
  return typeof found === "string" ? found : undefined;
}

/**
 * Returns the display text of a name stored in the audit log: an action, or the level at which it ran, such as `web`. A
 * name without a text is returned unchanged.
 */
export function logText(words: Messages, kind: "act" | "level", name: string): string {
  return textAt(words, `${kind}.${name}`) ?? name;
}

/** Describes the details of an audit entry, with the labels of the staff pages. */
export function factTexts(facts: Record<string, string>, words: Messages): string {
  const nameOf = (name: string) => textAt(words, `factName.${name}`) ?? fieldOr(name);
  const fieldOr = (name: string) => (words.fields as Record<string, string>)[name] ?? name;
  const labelOf = (name: string, value: string) =>
    [`value.${name}.${value}`, `${name}.${value}`, `act.${value}`, `stage.${value}`]
      .map((path) => textAt(words, path))
      .find((text) => text !== undefined) ?? optionWord(words, value);
  /**
   * Returns the filter of an exported table as text. `kept` is the filter as the audit entry stores it, such as
   * `state=complete search`.
   */
  const filterOf = (kept: string) =>
    kept
      .split(" ")
      .map((one) => {
        const [name = "", value] = one.split("=");
        return value === undefined ? nameOf(name) : `${nameOf(name)} ${labelOf(name, value)}`;
      })
      .join(", ");
  const columnsOf = (names: string) =>
    names
      .split(" ")
      .map((name) => columnTitle((facts.table ?? "log") as ExportList, name, words))
      .join(", ");
  return Object.entries(facts)
    .map(([name, value]) => {
      const [stage = "", outcome] = name.split(" ");
      if (outcome !== undefined) {
        const what = [textAt(words, `stage.${stage}`), textAt(words, `outcome.${outcome}`)];
        return `${what.join(", ")}: ${value}`;
      }
      const said =
        name === "filter"
          ? filterOf(value)
          : name === "columns"
            ? columnsOf(value)
            : labelOf(name, value);
      return `${nameOf(name)}: ${said}`;
    })
    .join("; ");
}
