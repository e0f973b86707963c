import type { ClipboardEvent, FormEvent } from "react";
import { cleanPiece } from "@/contract/clean-text";

type Control = HTMLInputElement | HTMLTextAreaElement;

const isOneLine = (control: Control) => control instanceof HTMLInputElement;

/** Writes a whole text into a field, as if it were typed. */
export function write(control: Control, text: string): void {
  control.select();
  if (type(control, text)) return;
  // React watches the property of the element itself: its prototype's reaches the field behind React's back.
  const prototype = Object.getPrototypeOf(control) as Control;
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(control, text);
  control.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * Writes in place of what is selected, as if it were typed: the browser's undo keeps working, React hears of it, and
 * the caret stands behind it. Some browsers cannot (their fields have no selection for it): then the text stays as it is.
 */
function type(control: Control, text: string): boolean {
  control.focus();
  const command = text === "" ? "delete" : "insertText";
  return control.ownerDocument.execCommand?.(command, false, text) ?? false;
}

/** Cleans a text that is pasted, before it is in the field. What needs no cleaning is left to the browser. */
export function cleanPaste(event: ClipboardEvent<Control>): void {
  const control = event.currentTarget;
  if (event.defaultPrevented || control.readOnly || control.disabled) return;
  const given = event.clipboardData.getData("text/plain");
  const clean = cleanPiece(given, isOneLine(control));
  if (clean !== given && type(control, clean)) event.preventDefault();
}

/** The same for a text that is dragged into the field: the browser alone knows where it falls, so it is cleaned there. */
export function cleanDrop({ currentTarget: control, nativeEvent }: FormEvent<Control>): void {
  if ((nativeEvent as InputEvent).inputType !== "insertFromDrop") return;
  const { value, selectionStart, selectionEnd } = control;
  const clean = (end?: number) => cleanPiece(value.slice(0, end), isOneLine(control));
  if (clean() === value || selectionStart === null || selectionEnd === null) return;
  const [start, end] = [clean(selectionStart).length, clean(selectionEnd).length];
  control.select();
  if (type(control, clean())) control.setSelectionRange(start, end);
}
