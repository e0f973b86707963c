import type { FieldCode } from "@/contract/errors";
import type { ProjectAnswer, SaveReport } from "@/contract/project-schemas";
import type { AutosaveState } from "@/lib/autosave";
import type { Changes, SavedField, Values } from "./draft-values";
import type { MemberInHand, TabCopy } from "./tab-copy";

export type Problems = Partial<Record<SavedField, FieldCode>>;

/** Everything the area knows of the application's text; a new object after every change. */
export type DraftState = {
  /** As it stands in the tab. */
  values: Values;
  /** As the server has it. */
  base: Values;
  version: number;
  savedAt: string | null;
  autosave: AutosaveState;
  /** Fields whose text the server may not have: not saved, or saved without an answer so far. */
  unsaved: SavedField[];
  /** Unsaved fields that cannot be saved as they are, and why. */
  problems: Problems;
  /** Fields that another window changed too, differently; null when nothing is to be decided. */
  conflict: SavedField[] | null;
  /** Text of this tab from before a reload, waiting for an answer. */
  offered: TabCopy | null;
  member: MemberInHand | null;
};

export type DraftOptions = {
  answer: ProjectAnswer;
  /** Sends one save; `explicit` when the person pressed Save. Throws an ApiError. */
  send: (values: Changes, request: { version: number; explicit: boolean }) => Promise<SaveReport>;
  /** Reads the application again, for a conflict whose answer does not hold it. */
  load: () => Promise<ProjectAnswer>;
  onSaved: (report: SaveReport, stored: Values, explicit: boolean) => void;
  /** What the server holds, learnt while saving. */
  onStored: (answer: ProjectAnswer) => void;
  /** Fields of another window came in without a conflict. */
  onTaken: (fields: SavedField[]) => void;
  /** What the tab keeps over a reload: several when two texts wait for one field. */
  copy: { read: () => TabCopy[]; write: (copies: TabCopy[]) => void };
};
