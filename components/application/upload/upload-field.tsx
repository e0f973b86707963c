"use client";

import { useTranslations } from "next-intl";
import { type DragEvent, useEffect, useRef, useState } from "react";
import { fieldId } from "@/components/forms/field-id";
import { useFieldMessage } from "@/components/forms/field-message";
import { FieldError } from "@/components/forms/fields/field-error";
import { Status, type Tone } from "@/components/ui/figures/status";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import { fileRule } from "@/contract/project/file-rules";
import { type FileField, PROJECT_FIELDS } from "@/contract/project/project-fields";
import { spellingsOf } from "@/contract/project/uploads";
import { percentOf, shownKind, type UploadState } from "@/lib/uploads/upload-state";
import { useApplication, useUploadStates } from "../application-context";
import { hasCaptions } from "../captions/caption-text";
import { Captions } from "../captions/captions";
import { useFieldMessages } from "../field-messages";
import styles from "./upload.module.css";
import { refusalId, UploadBox } from "./upload-box";
import { useUploadMessages } from "./upload-messages";

const TONES: Record<Exclude<UploadState["kind"], "none">, Tone> = {
  rising: "flight",
  paused: "here",
  offline: "wrong",
  checking: "flight",
  refused: "wrong",
  failed: "wrong",
  interrupted: "flight",
};

/** Renders one file field: the rule for accepted files, the state of the field, and the drop zone. */
export function UploadField({
  field,
  problem,
  disabled,
}: {
  field: FileField;
  problem: string | undefined;
  disabled: boolean;
}) {
  const t = useTranslations("uploads");
  const message = useFieldMessage();
  const words = useUploadMessages();
  const names = useFieldMessages();
  const { answer, uploads, user, looking } = useApplication();
  const state = useUploadStates()[field];
  const file = answer.project[field];
  const [over, setOver] = useState(false);
  const [replacing, setReplacing] = useState<File | null>(null);
  const depth = useRef(0);
  const input = useRef<HTMLInputElement>(null);
  const had = useRef(file);
  const isRequired = PROJECT_FIELDS[field].required;
  const id = fieldId(field);

  // Deleting the file removes the button that had the focus, so focus the file input instead.
  useEffect(() => {
    if (had.current && !file && document.activeElement === document.body) input.current?.focus();
    had.current = file;
  }, [file]);

  function take(files: FileList | null) {
    const [first] = files ?? [];
    if (!first) return;
    // A new video deletes the captions of the former video, so ask first. Do not ask again to resume an interrupted
    // upload, because the user has already confirmed it.
    const asks = file !== null && hasCaptions(user, file) && state.kind !== "interrupted";
    if (asks) setReplacing(first);
    else uploads.choose(field, first);
  }

  // When a dragged file enters a child element, the enter event comes before the leave event of the parent. Count the
  // enter and leave events to know whether the file is inside the box.
  const dragging = (change: number) => (event: DragEvent) => {
    event.preventDefault();
    depth.current += change;
    setOver(depth.current > 0);
  };

  function drop(event: DragEvent) {
    event.preventDefault();
    depth.current = 0;
    setOver(false);
    take(event.dataTransfer.files);
  }

  function status() {
    if (state.kind !== "none") {
      const percent = "sent" in state ? words.percent(percentOf(state)) : "";
      return (
        <Status tone={TONES[state.kind]}>{t(`state.${shownKind(state)}`, { percent })}</Status>
      );
    }
    if (file) return <Status tone="done">{t("state.done")}</Status>;
    return isRequired ? null : <span className={styles.optional}>{t("optional")}</span>;
  }

  const shownProblem = !file && state.kind === "none" ? problem : undefined;
  const description = [
    shownProblem && `${id}-error`,
    (state.kind === "refused" || state.kind === "failed") && refusalId(field),
    isRequired && !file && `${id}-required`,
    `${id}-rule`,
  ];
  const dropProps =
    disabled || looking
      ? {}
      : {
          onDragEnter: dragging(1),
          onDragLeave: dragging(-1),
          onDragOver: (event: DragEvent) => event.preventDefault(),
          onDrop: drop,
        };

  return (
    <section
      className={styles.field}
      aria-labelledby={`${id}-title`}
      data-over={over}
      {...dropProps}
    >
      <div className={styles.head}>
        <h2 className={styles.title} id={`${id}-title`}>
          {names.label(field)}
        </h2>
        {/* Screen readers announce only changes of the upload's state, not every percent. */}
        <div className={styles.status}>{status()}</div>
      </div>
      {/* A file input cannot have aria-required, so its description contains the word "required". */}
      {isRequired && <VisuallyHidden id={`${id}-required`}>{t("required")}</VisuallyHidden>}
      <p className={styles.rule} id={`${id}-rule`}>
        {words.rule(field)}
      </p>
      <input
        ref={input}
        type="file"
        id={id}
        className={styles.input}
        accept={spellingsOf(fileRule(field).extensions).join(",")}
        disabled={disabled}
        aria-label={t(file ? "replaceFile" : "chooseFile", { title: names.label(field) })}
        aria-describedby={description.filter(Boolean).join(" ")}
        aria-invalid={problem ? true : undefined}
        onChange={(event) => {
          take(event.currentTarget.files);
          // Clear the input, so that the user can choose the same file again after an error.
          event.currentTarget.value = "";
        }}
      />
      <UploadBox field={field} state={state} file={file} disabled={disabled} />
      {file && state.kind === "none" && fileRule(field).holds === "video" && (
        <Captions key={file.id} field={field} file={file} disabled={disabled} />
      )}
      {replacing && file && (
        <ConfirmDialog
          title={t("captions.replaceVideo")}
          safeLabel={t("captions.keepVideo")}
          confirmLabel={t("captions.replaceVideoVerb")}
          onClose={() => setReplacing(null)}
          onConfirm={() => {
            setReplacing(null);
            uploads.choose(field, replacing);
          }}
        >
          <p>{t("captions.replaceVideoText", { name: file.name })}</p>
        </ConfirmDialog>
      )}
      {shownProblem && <FieldError id={`${id}-error`} text={message(shownProblem)} />}
    </section>
  );
}
