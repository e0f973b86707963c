import { useState } from "react";
import { placeOf, UNSAVED_TEXT } from "./unsaved-text";

/**
 * Returns a form's unsent text in this tab, its setter, and a function that deletes the stored copy after sending. A
 * reload keeps the text; signing out deletes it.
 *
 * @param about the account, the form, and the object that the text is about
 */
export function useKeptText(
  about: string,
  start = "",
): [text: string, set: (text: string) => void, forget: () => void] {
  const name = `${UNSAVED_TEXT}${about}`;
  const [text, setText] = useState(() => read(name) ?? start);
  return [
    text,
    (changed) => {
      setText(changed);
      keep(name, changed === start ? null : changed);
    },
    () => keep(name, null),
  ];
}

/** Reports whether this tab has unsent text of a form. Always false on the server. */
export const hasKeptText = (about: string): boolean => read(`${UNSAVED_TEXT}${about}`) !== null;

function read(name: string): string | null {
  return typeof window === "undefined" ? null : (placeOf("sessionStorage")?.getItem(name) ?? null);
}

function keep(name: string, text: string | null) {
  try {
    const place = placeOf("sessionStorage");
    if (text === null) place?.removeItem(name);
    else place?.setItem(name, text);
  } catch {
    // The browser's storage is full. The text remains in the page's state.
  }
}
