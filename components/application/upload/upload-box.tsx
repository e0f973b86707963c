"use client";

import { useLocale, useTranslations } from "next-intl";
import { type CSSProperties, type ReactNode, useState } from "react";
import { useErrorMessages } from "@/components/forms/error-messages";
import { fieldId } from "@/components/forms/field-id";
import { buttonClass } from "@/components/ui/buttons/button-class";
import markStyles from "@/components/ui/figures/mark.module.css";
import { ProgressRing } from "@/components/ui/figures/progress-ring";
import { Ring } from "@/components/ui/figures/ring";
import { useFocusHeir } from "@/components/ui/overlays/focus";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import { getProjectFile } from "@/contract/project/project";
import type { FileField } from "@/contract/project/project-fields";
import type { ProjectFile } from "@/contract/project/project-schemas";
import { hrefOf } from "@/lib/api/client";
import { percentOf, shownKind, type UploadState } from "@/lib/uploads/upload-state";
import { useApplication } from "../application-context";
import { useFieldMessages } from "../field-messages";
import { DeleteFile } from "./delete-file";
import styles from "./upload.module.css";
import { useUploadMessages } from "./upload-messages";

/** Returns the HTML id of the message that explains why a file was refused or its upload failed. */
export const refusalId = (field: FileField) => `${fieldId(field)}-refusal`;

/** Shows the state of a file field: the drop zone, the running upload, or the uploaded file. */
export function UploadBox({
  field,
  state,
  file,
  disabled,
}: {
  field: FileField;
  state: UploadState;
  file: ProjectFile | null;
  disabled: boolean;
}) {
  const t = useTranslations("uploads");
  if (state.kind === "refused")
    return <RefusedBox field={field} state={state} hasFile={file !== null} />;
  if (state.kind !== "none") return <FlightBox field={field} state={state} />;
  if (file) return <DoneBox field={field} file={file} disabled={disabled} />;
  if (disabled) return <p className={styles.nothing}>{t("nothing")}</p>;
  return (
    <div className={styles.empty}>
      <span className={styles.drop}>{t("drop")}</span>
      {/* The file input is visually hidden but receives the focus. This label is the button that users see. */}
      <label
        htmlFor={fieldId(field)}
        className={buttonClass({ variant: "secondary", small: true })}
      >
        <span aria-hidden="true">{t("choose")}</span>
        <span className={markStyles.mark} aria-hidden="true" />
      </label>
    </div>
  );
}

function Box({
  figure,
  name,
  tone,
  actions,
  children,
  foot,
}: {
  figure: ReactNode;
  name: string;
  tone?: "wrong" | undefined;
  actions: ReactNode;
  children: ReactNode;
  foot?: ReactNode;
}) {
  return (
    <div className={styles.box} data-tone={tone}>
      <div className={styles.row}>
        {figure}
        <div className={styles.about}>
          <p className={styles.name}>{name}</p>
          {children}
        </div>
        <div className={styles.actions}>{actions}</div>
      </div>
      {foot}
    </div>
  );
}

/**
 * Text button in a file field, with the field's name for screen readers. When the button disappears, the focus moves to
 * the field.
 */
function Act({
  field,
  onPress,
  children,
}: {
  field: FileField;
  onPress: () => void;
  children: string;
}) {
  const words = useFieldMessages();
  const button = useFocusHeir<HTMLButtonElement>(() =>
    document.getElementById(fieldId(field))?.focus(),
  );
  return (
    <button ref={button} type="button" className={styles.act} onClick={onPress}>
      {children}
      <VisuallyHidden>{` ${words.label(field)}`}</VisuallyHidden>
    </button>
  );
}

function ChooseLabel({ field, children }: { field: FileField; children: string }) {
  return (
    <label htmlFor={fieldId(field)} className={styles.act}>
      <span aria-hidden="true">{children}</span>
    </label>
  );
}

function DoneBox({
  field,
  file,
  disabled,
}: {
  field: FileField;
  file: ProjectFile;
  disabled: boolean;
}) {
  const t = useTranslations("uploads");
  const locale = useLocale();
  const words = useUploadMessages();
  const [deleting, setDeleting] = useState(false);
  const title = useFieldMessages().label(field);
  return (
    <>
      <Box
        figure={<Ring size="3.25rem" className={styles.done} />}
        name={file.name}
        actions={
          <>
            <a
              className={styles.act}
              href={hrefOf(getProjectFile, { locale, params: { id: file.id } })}
              download
            >
              {t("download")}
              <VisuallyHidden>{` ${title}`}</VisuallyHidden>
            </a>
            {!disabled && (
              <>
                <ChooseLabel field={field}>{t("replace")}</ChooseLabel>
                <Act field={field} onPress={() => setDeleting(true)}>
                  {t("delete")}
                </Act>
              </>
            )}
          </>
        }
      >
        <p className={styles.detail}>{words.about(file)}</p>
        {words.remark(file) && <p className={styles.detail}>{words.remark(file)}</p>}
      </Box>
      <DeleteFile field={field} file={file} open={deleting} onClose={() => setDeleting(false)} />
    </>
  );
}

function RefusedBox({
  field,
  state,
  hasFile,
}: {
  field: FileField;
  state: Extract<UploadState, { kind: "refused" }>;
  hasFile: boolean;
}) {
  const t = useTranslations("uploads");
  const words = useUploadMessages();
  const { uploads } = useApplication();
  return (
    <Box
      tone="wrong"
      figure={<span className={styles.refused} aria-hidden="true" />}
      name={state.name}
      actions={
        <>
          <ChooseLabel field={field}>{t("chooseAnother")}</ChooseLabel>
          <Act field={field} onPress={() => uploads.dismiss(field)}>
            {hasFile ? t("keepOld") : t("close")}
          </Act>
        </>
      }
    >
      <p className={styles.wrong} role="alert" id={refusalId(field)}>
        {words.refusal(field, state)}
      </p>
    </Box>
  );
}

type InFlight = Extract<UploadState, { sent: number }>;

const MOVES = { pause: "pause", continue: "resume", again: "resume" } as const;

/**
 * Returns the name of the button that a running upload shows in addition to Cancel: pause, continue, or try again.
 * Returns null if only Cancel is possible.
 */
function moveOf(kind: InFlight["kind"]): keyof typeof MOVES | null {
  if (kind === "rising") return "pause";
  if (kind === "paused") return "continue";
  return kind === "offline" || kind === "failed" ? "again" : null;
}

function FlightBox({ field, state }: { field: FileField; state: InFlight }) {
  const t = useTranslations("uploads");
  const words = useUploadMessages();
  const errors = useErrorMessages();
  const { uploads } = useApplication();
  const title = useFieldMessages().label(field);
  const percent = percentOf(state);
  const wrong = state.kind === "failed";
  const move = moveOf(state.kind);

  return (
    <Box
      tone={wrong ? "wrong" : undefined}
      figure={
        <span className={styles.figure} data-kind={state.kind}>
          <ProgressRing value={percent} size="3.25rem" label={t("progress", { title })} />
        </span>
      }
      name={state.name}
      actions={
        <>
          {/* Use one button with a changing label, so that the focus stays on the pressed button. */}
          {move && (
            <Act field={field} onPress={() => uploads[MOVES[move]](field)}>
              {t(move)}
            </Act>
          )}
          {state.kind === "interrupted" && (
            <ChooseLabel field={field}>{t("chooseSame")}</ChooseLabel>
          )}
          {state.kind !== "checking" && (
            <Act field={field} onPress={() => uploads.cancel(field)}>
              {t("cancel")}
            </Act>
          )}
        </>
      }
      foot={
        <div
          className={styles.ground}
          data-kind={state.kind}
          style={{ "--share": percent / 100 } as CSSProperties}
          aria-hidden="true"
        >
          <span className={styles.roll}>
            <Ring size="var(--roll)" />
          </span>
        </div>
      }
    >
      {wrong ? (
        <p className={styles.wrong} role="alert" id={refusalId(field)}>
          {/* After the error `unavailable`, the upload resumes automatically, so the user is not asked to try again. */}
          {state.code === "unavailable"
            ? t("note.unavailable")
            : `${t("failed")} ${errors(state.code)}`}
        </p>
      ) : (
        <p className={styles.detail}>
          {state.kind === "checking" ? t("checkingText") : words.flight(state)}
          {state.kind !== "checking" && ` ${t(`note.${shownKind(state)}`)}`}
        </p>
      )}
    </Box>
  );
}
