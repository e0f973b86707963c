"use client";

import { useTranslations } from "next-intl";
import {
  type ComponentType,
  type FocusEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { ErrorSummary } from "@/components/forms/error-summary";
import { fieldId } from "@/components/forms/field-id";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { useArrivalFocus } from "@/components/ui/focus";
import { STEPS, type Step } from "@/contract/project-fields";
import { Link } from "@/lib/i18n/navigation";
import { useApplication, useDraft } from "./application-context";
import type { ClosedReason } from "./application-state";
import type { Draft } from "./draft-store";
import type { TextField } from "./draft-values";
import { Notices } from "./notices";
import { SaveBar } from "./save-bar";
import { useShortTime } from "./save-line";
import { StepAside } from "./step-aside";
import styles from "./step-frame.module.css";
import { useStepProblems } from "./step-problems";
import type { StepProps } from "./step-props";
import { Stepper } from "./stepper";
import { commitMember } from "./team-members";
import { useTellSaved } from "./use-tell-saved";

/** The address that follows a step. */
function nextOf(step: Step): Step | "review" {
  return STEPS[STEPS.indexOf(step) + 1] ?? "review";
}

/**
 * The frame round every step: the stepper, the error summary, what is true of the text, and Save. The
 * step itself only shows fields and hands changes over.
 */
export function StepFrame({ step, Form }: { step: Step; Form: ComponentType<StepProps> }) {
  const t = useTranslations("steps");
  const words = useTranslations("project");
  const { answer, draft, closed } = useApplication();
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
    // A member that is complete goes along; one that is not shows what it lacks.
    commitMember(draft);
    tryNow();
    await draft.save();
    setBusy(false);
    const { autosave, conflict } = draft.snapshot();
    if (autosave.kind !== "failed" || conflict) return;
    // An expired session has its own dialog, which says more.
    if (autosave.error.code !== "not_authenticated") tell.failed(autosave.error);
  }

  const next = nextOf(step);
  return (
    <>
      <div className={styles.page}>
        <Stepper project={answer.project} current={step} />
        <Notices />
        <div className={styles.columns}>
          <div>
            <h1 className={styles.title} ref={title} tabIndex={-1}>
              {t(`title.${step}`)}
            </h1>
            <div className={styles.summary}>
              <ErrorSummary heading={heading} items={summary} attempt={attempt} />
            </div>
            <form
              ref={form}
              noValidate
              onSubmit={(event) => {
                event.preventDefault();
                if (!closed) void save();
              }}
              onBlur={(event: FocusEvent<HTMLElement>) =>
                touch(event.target.getAttribute("name") ?? "")
              }
            >
              <Form
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
            </form>
          </div>
          <StepAside step={step} toMend={summary.length} />
        </div>
      </div>
      <SaveBar>
        {!closed && (
          <Button variant="secondary" busy={busy} busyLabel={words("saving")} onClick={save}>
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

/** What the review page is for at the end of the steps: sending, reading, or looking ahead. */
function reviewName(closed: ClosedReason | null) {
  if (closed === "not_yet_open") return "look";
  return closed ? "read" : "review";
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What a control holds; null for a radio button that is not chosen, and for files. */
function writtenIn(control: Control): string | null {
  if (control.type === "file") return null;
  if (control.type === "radio") return (control as HTMLInputElement).checked ? control.value : null;
  return control.value;
}

/**
 * Text that was typed before the page's script was there to see it is no less typed. A layout effect:
 * the next rendering would put the stored values back over it.
 */
function useEarlyWords(form: RefObject<HTMLFormElement | null>, draft: Draft) {
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

/** A link to a field from another page (#field-nome) puts the cursor there. */
function useHashFocus() {
  useEffect(() => {
    const id = window.location.hash.slice(1);
    if (!id.startsWith(fieldId(""))) return;
    const control = document.getElementById(id);
    control?.focus();
    control?.scrollIntoView({ block: "center" });
  }, []);
}
