"use client";

import { useTranslations } from "next-intl";
import markStyles from "@/components/ui/figures/mark.module.css";
import type { ActionPreview, Effect, PreviewContent } from "@/contract/staff/preview";
import styles from "./action-dialog.module.css";
import { usePreviewMessages } from "./preview-messages";

/**
 * Names of effects that send emails outside the preview's list of emails: queued emails, and reminders that are due now.
 * The preview of such an action must not say that no email is sent.
 */
const LEAVES = ["mail_hurried", "mails_hurried", "mails_resumed", "reminders_due"];

/** Reports whether an action's preview has an effect that sends emails outside its list `mails`. */
export function hasEmailEffect({ effects }: Pick<ActionPreview, "effects">): boolean {
  return effects.some(({ name, count }) => LEAVES.includes(name) && count > 0);
}

/** Lists the content of an action's preview: effects, emails, and blockers. */
export function WhatHappens({ preview }: { preview: ActionPreview }) {
  const t = useTranslations("staff.act");
  const words = usePreviewMessages(preview.at);
  const leaves = preview.mails.length > 0 || hasEmailEffect(preview);
  const lines = [
    ...preview.effects.map(words.effect),
    ...preview.mails.map(words.mail),
    ...(leaves ? [] : [t("noMail")]),
    ...(preview.cancelled > 0 ? [t("cancelled", { count: preview.cancelled })] : []),
  ];
  return (
    <ul className={styles.effects}>
      {lines.map((line) => (
        <li key={line}>
          <span className={markStyles.mark} aria-hidden="true" />
          {line}
        </li>
      ))}
      {preview.against.map((one) => (
        <li key={one.name} className={styles.against}>
          <span className={styles.disc} aria-hidden="true">
            {"!"}
          </span>
          {words.against(one)}
        </li>
      ))}
    </ul>
  );
}

/**
 * Shows what has changed in an action's preview since the dialog opened. The action has not run, and the button shows
 * the new number of affected items.
 */
export function WhatChanged({ before, now }: { before: PreviewContent; now: PreviewContent }) {
  const t = useTranslations("staff.act");
  return (
    <section className={styles.changed} role="alert">
      <h3 className={styles.heading}>{t("nothingApplied")}</h3>
      <Differences before={before} now={now} />
    </section>
  );
}

/** Lists the changed lines of an action's preview. */
export function Differences({ before, now }: { before: PreviewContent; now: PreviewContent }) {
  const t = useTranslations("staff.act");
  const words = usePreviewMessages(now.at);
  const changed = differences(before, now, words);
  return (
    <>
      <p>
        {t(changed.length > 0 ? "changedSince" : "othersSince", { time: words.time(before.at) })}
      </p>
      {changed.length > 0 && (
        <ul className={styles.differences}>
          {changed.map(({ was, is }) => (
            <li key={`${was} ${is}`}>
              {was && <del>{was}</del>} <ins>{is ?? t("noLonger")}</ins>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** A changed line of an action's preview: the old and the new text; null if one preview lacks the line. */
type Difference = { was: string | null; is: string | null };

/** Functions that return the text of each kind of line in an action's preview. */
type Words = {
  effect: (one: Effect) => string;
  against: (one: Effect) => string;
  mail: (one: ActionPreview["mails"][number]) => string;
};

/**
 * Returns the lines that differ between two previews of an action; an empty list if only the affected people differ.
 */
function differences(before: PreviewContent, now: PreviewContent, words: Words): Difference[] {
  const was = linesOf(before, words);
  const is = linesOf(now, words);
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((key) => {
    const line = { was: was.get(key) ?? null, is: is.get(key) ?? null };
    return line.was === line.is ? [] : [line];
  });
}

function linesOf({ effects, mails, against }: PreviewContent, words: Words): Map<string, string> {
  return new Map([
    // Several effects can have the same name, one for each person or project, so the map's key also contains the person
    // or project.
    ...effects.map(
      (one) =>
        [
          `effect ${one.name} ${one.facts?.who ?? one.facts?.project ?? ""}`,
          words.effect(one),
        ] as const,
    ),
    ...mails.map((one) => [`mail ${one.template} ${one.language}`, words.mail(one)] as const),
    ...against.map((one) => [`against ${one.name}`, words.against(one)] as const),
  ]);
}
