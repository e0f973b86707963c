import type { ClipboardEvent, FormEvent } from "react";
import { cleanPiece } from "@/contract/text/clean-text";

type Control = HTMLInputElement | HTMLTextAreaElement;

const isOneLine = (control: Control) => control instanceof HTMLInputElement;

/** Replaces the whole text of a form field and triggers the same events as typing. */
export function write(control: Control, text: string): void {
  control.select();
  if (type(control, text)) return;
  // React watches the element's own `value` property. The prototype's setter changes the field without React noticing.
  // React then treats the next input event as the user's change.
  const prototype = Object.getPrototypeOf(control) as Control;
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(control, text);
  control.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * Replaces the selected text of a form field as if the user had typed it. The browser's undo keeps working, React
 * receives the event, and the cursor is after the text. Returns false and changes nothing if the browser does not
 * support this for the field.
 */
function type(control: Control, text: string): boolean {
  control.focus();
  const command = text === "" ? "delete" : "insertText";
  return control.ownerDocument.execCommand?.(command, false, text) ?? false;
}

/** Cleans pasted text before the text enters the field. If the text needs no cleaning, the browser inserts the text. */
export function cleanPaste(event: ClipboardEvent<Control>): void {
  const control = event.currentTarget;
  if (event.defaultPrevented || control.readOnly || control.disabled) return;
  const given = event.clipboardData.getData("text/plain");
  const clean = cleanPiece(given, isOneLine(control));
  if (clean !== given && type(control, clean)) event.preventDefault();
}

/** Cleans text dropped into a field, after the browser has inserted it. Only the browser knows the drop position. */
export function cleanDrop({ currentTarget: control, nativeEvent }: FormEvent<Control>): void {
  if ((nativeEvent as InputEvent).inputType !== "insertFromDrop") return;
  const { value, selectionStart, selectionEnd } = control;
  const clean = (end?: number) => cleanPiece(value.slice(0, end), isOneLine(control));
  if (clean() === value || selectionStart === null || selectionEnd === null) return;
  const [start, end] = [clean(selectionStart).length, clean(selectionEnd).length];
  control.select();
  if (type(control, clean())) control.setSelectionRange(start, end);
}
