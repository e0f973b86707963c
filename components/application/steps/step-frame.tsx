"use client";

import { useTranslations } from "next-intl";
import {
  type FocusEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useErrorMessages } from "@/components/forms/error-messages";
import { ErrorSummary } from "@/components/forms/error-summary";
import { fieldId } from "@/components/forms/field-id";
import { Button } from "@/components/ui/buttons/button";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { useArrivalFocus } from "@/components/ui/overlays/focus";
import type { TextField } from "@/contract/project/project-fields";
import { STEPS, type Step } from "@/contract/project/project-fields";
import { commitMember, type ProjectDraft } from "@/lib/draft/project-form";
import { Link } from "@/lib/i18n/navigation";
import { useApplication, useDraft, useShownProject } from "../application-context";
import type { ClosedReason } from "../application-state";
import { goToControl } from "../gaps";
import { Notices } from "../notices/notices";
import { SaveBar } from "../saving/save-bar";
import { useTellSaved } from "../saving/use-tell-saved";
import { useShortTime } from "../use-date-format";
import { BeforeYouStart } from "./before-you-start";
import { ItsMe } from "./its-me";
import { StepAside } from "./step-aside";
import { StepFields } from "./step-fields";
import styles from "./step-frame.module.css";
import { useStepProblems } from "./step-problems";
import { Stepper } from "./stepper";

/** Returns the step after a step, or "review" after the last step. */
function nextOf(step: Step): Step | "review" {
  return STEPS[STEPS.indexOf(step) + 1] ?? "review";
}

/**
 * Renders the frame that all steps share: the stepper, the error summary, the save state, and Save. The step inside
 * only shows fields and reports changes.
 */
export function StepFrame({ step }: { step: Step }) {
  const t = useTranslations("steps");
  const words = useTranslations("project");
  const { draft, closed, looking } = useApplication();
  const project = useShownProject();
  const errors = useErrorMessages();
  const { values, unsaved, savedAt } = useDraft();
  const shortTime = useShortTime();
  const { attempt, tryNow, touch, shown, summary, heading } = useStepProblems(step);
  const tell = useTellSaved();
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useEarlyWords(form, draft);
  useArrivalFocus(title);
  useHashFocus();

  async function save() {
    setBusy(true);
    // If the team member in the open form is complete, the Save button also stores this member. Otherwise the form
    // shows the member's errors.
    commitMember(draft);
    tryNow();
    await draft.save();
    setBusy(false);
    const { autosave, conflict } = draft.snapshot();
    if (autosave.kind !== "failed" || conflict) return;
    // If the session has ended, show no error message here, because the sign-in dialog explains it.
    if (autosave.error.code !== "not_authenticated") tell.failed(autosave.error);
  }

  const next = nextOf(step);
  const fields = (
    <StepFields
      of={step}
      saved={values}
      problems={shown}
      savedNote={(field) =>
        savedAt && values[field] && !unsaved.includes(field)
          ? words("savedField", { time: shortTime(savedAt) })
          : undefined
      }
      onSave={draft.change}
      disabled={closed !== null}
    />
  );
  return (
    <>
      <div className={styles.page}>
        <Stepper project={project} current={step} />
        <Notices />
        <div className={styles.columns}>
          <div>
            <h1 className={styles.title} ref={title} tabIndex={-1}>
              {t(`title.${step}`)}
            </h1>
            <div className={styles.summary}>
              <ErrorSummary heading={heading} items={summary} attempt={attempt} />
            </div>
            {step === "idea" && !closed && <BeforeYouStart />}
            {step === "contact" && !closed && <ItsMe />}
            <form
              ref={form}
              noValidate
              onSubmit={(event) => {
                event.preventDefault();
                if (!closed && !looking) void save();
              }}
              onBlur={(event: FocusEvent<HTMLElement>) =>
                touch(event.target.getAttribute("name") ?? "")
              }
            >
              {looking ? (
                <fieldset className={styles.fields} disabled>
                  {fields}
                </fieldset>
              ) : (
                fields
              )}
            </form>
          </div>
          <StepAside step={step} toMend={summary.length} />
        </div>
      </div>
      <SaveBar>
        {!closed && (
          <Button
            variant="secondary"
            busy={busy}
            busyLabel={words("saving")}
            disabledReason={looking ? errors("seeing_only") : undefined}
            onClick={save}
          >
            {words("save")}
          </Button>
        )}
        <ButtonLink component={Link} href={`/dashboard/project/${next}`} prefetch={false}>
          {t(`next.${next === "review" ? reviewName(closed) : next}`)}
        </ButtonLink>
      </SaveBar>
    </>
  );
}

/**
 * Returns the id of the text for the link to the review page. The text depends on the purpose: to send the application,
 * to read it, or to preview it before applications open.
 */
function reviewName(closed: ClosedReason | null) {
  if (closed === "not_yet_open") return "look";
  return closed ? "read" : "review";
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Returns a control's value, or null for an unselected radio button and for files. */
function writtenIn(control: Control): string | null {
  if (control.type === "file") return null;
  if (control.type === "radio") return (control as HTMLInputElement).checked ? control.value : null;
  return control.value;
}

/**
 * Adds text that the user typed before hydration to the draft. Uses a layout effect, because the next render would
 * replace the text with the stored values.
 */
function useEarlyWords(form: RefObject<HTMLFormElement | null>, draft: ProjectDraft) {
  useLayoutEffect(() => {
    const { values } = draft.snapshot();
    for (const control of form.current?.elements ?? []) {
      const { name } = control as Control;
      if (!(name in values)) continue;
      const written = writtenIn(control as Control);
      if (written !== null && written !== values[name as TextField])
        draft.change({ [name]: written });
    }
  }, [form, draft]);
}

/** Focuses the field in the URL's hash (#field-nome), because other pages link to fields in this way. */
function useHashFocus() {
  useEffect(() => {
    const id = window.location.hash.slice(1);
    if (!id.startsWith(fieldId(""))) return;
    goToControl(id);
  }, []);
}
