"use client";

import { createContext, useContext } from "react";
import type { Interrupted } from "@/components/forms/session-dialog";
import { useSnapshot } from "@/components/ui/use-snapshot";
import { TEXT_FIELDS } from "@/contract/project/project-fields";
import { cleanAnswer, type Project, type ProjectAnswer } from "@/contract/project/project-schemas";
import type { ProjectDraft, ProjectView } from "@/lib/draft/project-form";
import type { Uploads } from "@/lib/uploads/uploads";
import type { Applicant } from "./analytics";
import type { ClosedReason } from "./application-state";

/** What the applicant's pages share: one application, its draft in this tab, its uploads. */
export type Application = {
  user: Applicant;
  /** The programme's name, for the messages that contain it. */
  programme: string;
  /** Where to write to whoever runs it. */
  contactMail: string;
  /** The application as the server has it. */
  answer: ProjectAnswer;
  draft: ProjectDraft;
  uploads: Uploads;
  /** Why it can only be read; null while it can be changed. */
  closed: ClosedReason | null;
  /** Whether somebody else looks at it, who can write nothing (rule staff.see-as). */
  looking: boolean;
  /** Whether somebody is writing about a person of the team: what is missing there is no mistake yet. */
  writesMember: boolean;
  setWritesMember: (writes: boolean) => void;
  /** What a press on Save has just done, in words; null a little later. */
  said: string | null;
  /** Refetches the application, whatever is cached; every reader sees the answer. */
  reload: () => Promise<ProjectAnswer>;
  /** Opens the dialog for signing in again without leaving the page; `after` then does what was asked. */
  askSignIn: (after?: () => void, interrupted?: Interrupted) => void;
  /** Opens the dialog that shows both versions of what two windows changed. */
  askConflict: () => void;
};

const Context = createContext<Application | null>(null);
export const ApplicationContext = Context.Provider;

export function useApplication(): Application {
  const application = useContext(Context);
  if (!application) throw new Error("useApplication outside the application's area");
  return application;
}

/** This tab's draft; re-renders on every change to it. */
export function useDraft(): ProjectView {
  const { draft } = useApplication();
  return useSnapshot(draft);
}

/** The application as it is on the screen: what is not saved yet counts like the rest. */
export function useShownProject(): Project {
  const { answer } = useApplication();
  const { values } = useDraft();
  const texts = TEXT_FIELDS.map((field) => [field, cleanAnswer(field, values[field])]);
  return { ...answer.project, ...Object.fromEntries(texts), team: values.team };
}

/** What each file field is doing. */
export function useUploadStates() {
  const { uploads } = useApplication();
  return useSnapshot(uploads);
}
