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

/** State that the applicant's pages share: one application, its draft in this tab, and its file uploads. */
export type Application = {
  user: Applicant;
  programme: string;
  contactMail: string;
  /** The last server response that contains the application. */
  answer: ProjectAnswer;
  draft: ProjectDraft;
  uploads: Uploads;
  /** The reason why the application is read-only, or null while it can change. */
  closed: ClosedReason | null;
  /** Whether a staff member impersonates the applicant and therefore cannot write. Rule: staff.see-as. */
  looking: boolean;
  /** Whether the user is typing in the form for a team member. Missing values in this form are not errors yet. */
  writesMember: boolean;
  setWritesMember: (writes: boolean) => void;
  /** The result of the last press on the button Save, as text. Null after a few seconds. */
  said: string | null;
  /** Refetches the application from the server and updates all components that use it. */
  reload: () => Promise<ProjectAnswer>;
  /** Opens the sign-in dialog on the current page. Calls `after` after the sign-in. */
  askSignIn: (after?: () => void, interrupted?: Interrupted) => void;
  /** Opens the dialog that shows both versions of an edit conflict. */
  askConflict: () => void;
};

const Context = createContext<Application | null>(null);
export const ApplicationContext = Context.Provider;

export function useApplication(): Application {
  const application = useContext(Context);
  if (!application) throw new Error("useApplication outside the application's area");
  return application;
}

/** Returns the application's draft in this tab. Re-renders the component on every change. */
export function useDraft(): ProjectView {
  const { draft } = useApplication();
  return useSnapshot(draft);
}

/** Returns the application as the screen shows it, including unsaved text. */
export function useShownProject(): Project {
  const { answer } = useApplication();
  const { values } = useDraft();
  const texts = TEXT_FIELDS.map((field) => [field, cleanAnswer(field, values[field])]);
  return { ...answer.project, ...Object.fromEntries(texts), team: values.team };
}

/** Returns the upload state of each file field of the application. */
export function useUploadStates() {
  const { uploads } = useApplication();
  return useSnapshot(uploads);
}
