"use client";

import { useFormatter, useTranslations } from "next-intl";
import { type ComponentProps, type FormEvent, useEffect, useRef, useState } from "react";
import { cx } from "@/components/ui/cx";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import { textLength } from "@/contract/fields";
import { cleanLines } from "@/contract/text/clean-text";
import { mergeRefs } from "../merge-refs";
import { cleanDrop, cleanPaste } from "./clean-input";
import styles from "./control.module.css";
import { Field, type FieldProps } from "./field";

/** Numbers of remaining characters at which screen readers announce the number. */
const THRESHOLDS = [0, 10, 25, 50, 100];

/** Returns the length of a text in characters, counted as on the server. */
const lengthOf = (text: unknown) => textLength(cleanLines(String(text ?? "")));

/** Renders a multi-line text field with a counter. `limit` is the maximum number of user-perceived characters. */
export function TextArea({
  name,
  label,
  optional,
  help,
  error,
  limit,
  note,
  conditional,
  ref,
  ...area
}: FieldProps & { limit: number } & Omit<
    ComponentProps<"textarea">,
    "name" | "id" | "onPaste" | "onInput"
  >) {
  const t = useTranslations("forms");
  const format = useFormatter();
  const element = useRef<HTMLTextAreaElement>(null);
  const [length, setLength] = useState(() => lengthOf(area.value ?? area.defaultValue));

  // Runs after every render, because resetting a form changes the text without an input event.
  useEffect(() => setLength(lengthOf(element.current?.value)));

  function count(event: FormEvent<HTMLTextAreaElement>) {
    cleanDrop(event);
    setLength(lengthOf(event.currentTarget.value));
  }

  const left = limit - length;
  const over = Math.max(0, -left);
  const threshold = over > 0 ? undefined : THRESHOLDS.find((step) => left <= step);
  const figure = (value: number) => format.number(value);
  const figures = { count: figure(length), max: figure(limit), over: figure(over) };
  const counter = (
    <>
      <span aria-hidden="true">{t(over > 0 ? "counterOver" : "counter", figures)}</span>
      <VisuallyHidden>{t("counterSpoken", figures)}</VisuallyHidden>
    </>
  );

  return (
    <>
      <Field {...{ name, label, optional, help, error, limit, over, note, conditional, counter }}>
        {(control) => (
          <textarea
            {...area}
            {...control}
            ref={mergeRefs(element, ref)}
            name={name}
            className={cx(styles.control, styles.area)}
            onPaste={cleanPaste}
            onInput={count}
          />
        )}
      </Field>
      <VisuallyHidden as="output">
        {threshold !== undefined && t("charactersLeft", { count: threshold })}
      </VisuallyHidden>
    </>
  );
}
