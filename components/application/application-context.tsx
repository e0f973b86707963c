"use client";

import { createContext, useContext, useSyncExternalStore } from "react";
import type { ProjectAnswer } from "@/contract/project-schemas";
import type { Applicant } from "./analytics";
import type { ClosedReason } from "./application-state";
import type { DraftState } from "./draft-state";
import type { Draft } from "./draft-store";
import type { Uploads } from "./uploads";

/** What the applicant's pages stand on: one application, its text in this tab, its uploads. */
export type Application = {
  user: Applicant;
  /** Name of the programme, for the words that carry it. */
  programme: string;
  /** The application as the server has it. */
  answer: ProjectAnswer;
  draft: Draft;
  uploads: Uploads;
  /** Why it can only be read; null while it can be changed. */
  closed: ClosedReason | null;
  /** Reads the application again from the server, whatever is known; everyone sees the answer. */
  reload: () => Promise<ProjectAnswer>;
  /** Opens the dialog in which one signs in again without leaving the page. */
  askSignIn: () => void;
  /** Opens the dialog that shows both versions of what two windows changed. */
  askConflict: () => void;
};

const Context = createContext<Application | null>(null);
export const ApplicationContext = Context.Provider;

export function useApplication(): Application {
  const application = useContext(Context);
  if (!application) throw new Error("useApplication outside of the application's area");
  return application;
}

/** The text of this tab; renders again with every change of it. */
export function useDraft(): DraftState {
  const { draft } = useApplication();
  return useSyncExternalStore(draft.subscribe, draft.snapshot, draft.snapshot);
}

/** What each file field is doing. */
export function useUploadStates() {
  const { uploads } = useApplication();
  return useSyncExternalStore(uploads.subscribe, uploads.snapshot, uploads.snapshot);
}
