"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Dialog } from "@/components/ui/overlays/dialog";
import { useScrollFocus } from "@/components/ui/overlays/focus";
import type { Endpoint } from "@/contract/endpoint";
import type { FieldErrors } from "@/contract/errors";
import type { ActionPreview } from "@/contract/staff/preview";
import styles from "./action-dialog.module.css";
import { ActionFailure, ActionFields, Uncounted } from "./action-fields";
import { usePreviewMessages } from "./preview-messages";
import { TwoPersonApproval } from "./two-person-approval";
import { useActionForm } from "./use-action-form";
import {
  type ActionEndpoint,
  type ActionInput,
  sizeOf,
  useActionMessages,
} from "./use-staff-action";
import { WhatHappens } from "./what-happens";

/**
 * Dialog for every staff action. Shows the input fields, the affected people, a preview from the server, and the reason
 * field. The endpoint's `confirm` defines the confirmation step. Messages: `staff.act.of.<endpoint name>`.
 *
 * @param input the request body; null while the form is incomplete
 * @param params the endpoint's path parameters
 * @param count the number of items that the user selected, if known
 * @param decide renders the input fields with the server's field errors
 * @param toWhom the content of the "Who" section, also as a function of the preview
 * @param whomTitle the heading of the "Who" section, if the action does not affect people
 * @param aside replaces the second column and widens the dialog
 * @param safe the label of the cancel button
 * @param title replaces the endpoint's title
 * @param zeroTitle true if the endpoint's title has a form for an action that affects no item
 * @param undecided the sentence while the input is incomplete
 * @param gone the query whose data the action deletes; it is not refetched
 * @param onDone receives the result after the action runs (`done` is true) or is proposed (`done` is false); the caller
 * closes the dialog
 */
export function ActionDialog({
  endpoint,
  input,
  params,
  count,
  decide,
  toWhom,
  whomTitle,
  aside,
  safe,
  title,
  zeroTitle,
  undecided,
  gone,
  onDone,
  onClose,
}: {
  endpoint: ActionEndpoint;
  input: ActionInput | null;
  params?: Record<string, string>;
  count?: number;
  decide?: (errors: FieldErrors) => ReactNode;
  toWhom?: ReactNode | ((preview: ActionPreview | undefined) => ReactNode);
  whomTitle?: string;
  aside?: ReactNode;
  safe?: string;
  title?: string;
  zeroTitle?: boolean;
  undecided?: string;
  gone?: Pick<Endpoint, "name"> | undefined;
  onDone: (made: ActionPreview) => void;
  onClose: () => void;
}) {
  const t = useTranslations("staff.act");
  const staff = useTranslations("staff");
  const own = useActionMessages(endpoint);
  const words = usePreviewMessages();
  const formId = useId();
  const fields = useRef<HTMLFormElement>(null);
  const effects = useScrollFocus<HTMLDivElement>();
  const form = useActionForm({ endpoint, input, params, gone, onDone });
  const { preview, counted, busy, stopped, refused } = form;
  const affected = zeroTitle ? preview?.count : preview?.count || undefined;

  // Focus the first input field, never the submit button. `autofocus` does not work because the fields load later.
  useEffect(() => {
    const all = fields.current?.querySelectorAll<HTMLElement>("input, textarea, select") ?? [];
    [...all].find((one) => !one.closest("details:not([open])"))?.focus();
  }, []);

  const whom = typeof toWhom === "function" ? toWhom(preview) : toWhom;
  const grown = preview && count !== undefined && sizeOf(preview) !== count && (
    <p className={styles.grown} role="status">
      {t("grown", { before: count, now: sizeOf(preview) })}
    </p>
  );
  const what = (
    <section
      className={styles.part}
      aria-labelledby={`${formId}-what`}
      aria-busy={counted.isFetching}
    >
      <h3 className={styles.heading} id={`${formId}-what`}>
        {t("whatHappens")}
      </h3>
      {/* Several editions can exist, so show the edition that the action affects. */}
      {input?.edition !== undefined && <p>{staff("editionOf", { year: String(input.edition) })}</p>}
      {aside && grown}
      {preview && <WhatHappens preview={preview} />}
      {!preview && !counted.error && <p>{input ? t("counting") : (undecided ?? t("undecided"))}</p>}
      <Uncounted form={form} />
    </section>
  );

  return (
    <Dialog
      open
      wide={aside ? "more" : true}
      onClose={onClose}
      // As soon as the preview is known, the title and the button show how many items the action affects.
      title={title ?? own("title", { count: count === undefined ? 1 : (affected ?? count) })}
      actions={
        <>
          <p className={styles.counted} role="status">
            {preview && t("counted", { time: words.time(preview.at) })}
            {preview && endpoint.confirm.step === "key" && ` ${t("keyAfter")}`}
          </p>
          <Button small variant="secondary" onClick={onClose}>
            {safe ?? t("safe")}
          </Button>
          <Button
            small
            leads
            type="submit"
            form={formId}
            busy={busy}
            busyLabel={t("busy")}
            disabledReason={input === null && undecided ? undecided : stopped}
          >
            {form.verb}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        ref={fields}
        className={styles.parts}
        method="post"
        noValidate
        onSubmit={form.submit}
      >
        <ActionFailure form={form} />
        {preview?.second && <TwoPersonApproval preview={preview} second={preview.second} />}
        <div className={styles.column}>
          {decide && (
            <fieldset className={styles.part}>
              <legend className={styles.heading}>{own("decide")}</legend>
              {decide(refused)}
            </fieldset>
          )}
          {aside && what}
          {Object.values(form.asks).some(Boolean) && (
            <section className={styles.part} aria-labelledby={`${formId}-why`}>
              <h3 className={styles.heading} id={`${formId}-why`}>
                {t(form.asks.why ? "why" : "confirm")}
              </h3>
              <ActionFields form={form} />
            </section>
          )}
        </div>
        <div ref={effects} className={styles.column}>
          {aside}
          {/* The "Who" section appears only if it has content. */}
          {!aside && (whom || grown) && (
            <section className={styles.part} aria-labelledby={`${formId}-whom`}>
              <h3 className={styles.heading} id={`${formId}-whom`}>
                {whomTitle ?? t("toWhom")}
              </h3>
              {whom}
              {grown}
            </section>
          )}
          {!aside && what}
        </div>
      </form>
    </Dialog>
  );
}
