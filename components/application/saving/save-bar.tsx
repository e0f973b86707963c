"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef, useState } from "react";
import textButton from "@/components/ui/buttons/text-button.module.css";
import { Status } from "@/components/ui/figures/status";
import { useFocusHeir } from "@/components/ui/overlays/focus";
import { useOwnHeight } from "@/components/ui/use-own-height";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import type { FileField } from "@/contract/project/project-fields";
import { Link } from "@/lib/i18n/navigation";
import type { UploadState } from "@/lib/uploads/upload-state";
import { useApplication, useDraft, useUploadStates } from "../application-context";
import { useFieldMessages } from "../field-messages";
import { goToControl } from "../gaps";
import { useUploadMessages } from "../upload/upload-messages";
import styles from "./save-bar.module.css";
import { useSaveLine } from "./save-line";

/**
 * Renders the sticky save bar at the bottom of the window, with the save state and the given buttons.
 *
 * @param children the buttons
 */
export function SaveBar({ children }: { children: ReactNode }) {
  const t = useTranslations("project.state");
  const bar = useRef<HTMLElement>(null);
  useOwnHeight(bar, "--save-bar");
  return (
    <section className={styles.bar} ref={bar} aria-label={t("label")}>
      <div className={styles.inner}>
        <SaveState />
        <VisuallyHidden as="div" role="status">
          {useArrivedFile()}
        </VisuallyHidden>
        <div className={styles.actions}>{children}</div>
      </div>
    </section>
  );
}

/**
 * Returns the screen reader announcement for the last uploaded file, because the file field itself announces nothing.
 */
function useArrivedFile(): string {
  const words = useUploadMessages();
  const names = useFieldMessages();
  const { project } = useApplication().answer;
  const states = Object.entries(useUploadStates()) as [FileField, UploadState][];
  const timeOf = ([, state]: [FileField, UploadState]) =>
    (state.kind === "none" && state.arrivedAt) || 0;
  const [last] = states.toSorted((one, other) => timeOf(other) - timeOf(one));
  const file = last && timeOf(last) > 0 && project[last[0]];
  return file ? words.arrived(names.label(file.field), file) : "";
}

/**
 * Shows the save state in one line, with a ring that jumps once after a save. Screen readers announce a failed save.
 */
function SaveState() {
  const t = useTranslations("project.state");
  const { tone, words, ticking, alarming, action, toMend } = useSaveLine();
  const { savedAt } = useDraft();
  const { said } = useApplication();
  const [hop, setHop] = useState(false);
  const [first] = useState(savedAt);

  useEffect(() => {
    if (savedAt === first) return;
    setHop(true);
    const timer = setTimeout(() => setHop(false), 600);
    return () => clearTimeout(timer);
  }, [savedAt, first]);

  return (
    <div className={styles.state}>
      <div role={alarming ? "alert" : "status"} key={alarming ? "alert" : "status"}>
        <Status tone={tone} hop={hop}>
          {(tone === "done" && said) || words}
          {toMend && (
            <>
              {" "}
              <FieldLink href={toMend.href}>{toMend.name}</FieldLink>
              {toMend.others > 0 && ` ${t("others", { count: toMend.others })}`}
            </>
          )}
        </Status>
      </div>
      {ticking && <span className={styles.ticking}>{ticking}</span>}
      {action && <Action {...action} />}
    </div>
  );
}

/**
 * Link to a form field. If the field is on this page, the link moves the focus; otherwise it opens the field's step.
 */
function FieldLink({ href, children }: { href: string; children: string }) {
  return (
    <Link
      href={href}
      prefetch={false}
      onClick={(event) => {
        if (goToControl(href.split("#")[1] ?? "")) event.preventDefault();
      }}
    >
      {children}
    </Link>
  );
}

/** Button for an action, such as "Try now". When the button disappears, the focus moves to the page's main part. */
function Action({ words, run }: { words: string; run: () => void }) {
  const button = useFocusHeir<HTMLButtonElement>();
  return (
    <button ref={button} type="button" className={textButton.button} onClick={run}>
      {words}
    </button>
  );
}
