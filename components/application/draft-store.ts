import type { FieldCode } from "@/contract/errors";
import {
  type ProjectAnswer,
  projectAnswerSchema,
  type SaveReport,
} from "@/contract/project-schemas";
import { ApiError } from "@/lib/api/error";
import { type AutosaveState, createAutosave } from "@/lib/autosave";
import {
  type Changes,
  checkField,
  differences,
  mergeValues,
  pick,
  SAVED_FIELDS,
  type SavedField,
  sameValue,
  type Values,
  valuesOf,
} from "./draft-values";
import type { MemberInHand, TabCopy } from "./tab-copy";
import { isMemberUnsaved } from "./team-members";

type Problems = Partial<Record<SavedField, FieldCode>>;

/** Everything the area knows of the application's text; a new object after every change. */
export type DraftState = {
  /** As it stands in the tab. */
  values: Values;
  /** As the server has it. */
  base: Values;
  version: number;
  savedAt: string | null;
  autosave: AutosaveState;
  /** Fields whose text is not on the server. */
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
  /** Fields of another window came in without a conflict. */
  onTaken: (fields: SavedField[]) => void;
  copy: { read: () => TabCopy | null; write: (copy: TabCopy | null) => void };
};

export type Draft = ReturnType<typeof createDraft>;

/** Rounds of one save: more than this many other windows saving at once is a failure to report. */
const ROUNDS = 5;

/** Of a tab's copy, what the server does not have by now. */
function offerOf(copy: TabCopy | null, stored: Values): TabCopy | null {
  if (!copy) return null;
  const fields = differences({ ...stored, ...copy.mine }, stored);
  if (fields.length === 0 && !copy.member) return null;
  const only = (part: Changes) => pick({ ...stored, ...part }, fields);
  return { mine: only(copy.mine), base: only(copy.base), member: copy.member };
}

/**
 * The application's text in this tab: what was written, what the server has, and one queue of saves
 * between them. Saves never overlap, always name the version they build on, and leave invalid fields
 * out; what could not be saved stays here and in the tab's copy.
 */
export function createDraft(options: DraftOptions) {
  const listeners = new Set<() => void>();
  const held = new Set<SavedField>();
  let refused: { [F in SavedField]?: { value: Values[F]; code: FieldCode } } = {};
  let explicitWaits = false;
  let lookedBack = false;

  const first = valuesOf(options.answer.project);
  let state: DraftState = {
    values: first,
    base: first,
    version: options.answer.projectVersion,
    savedAt: options.answer.projectSavedAt,
    autosave: { kind: "idle" },
    unsaved: [],
    problems: {},
    conflict: null,
    offered: null,
    member: null,
  };

  const autosave = createAutosave<{ explicit: boolean }>({
    save,
    merge: (older, newer) => ({ explicit: older.explicit || newer.explicit }),
    onState: (kind) => update({ autosave: kind }),
  });

  function update(change: Partial<DraftState>) {
    state = { ...state, ...change };
    const unsaved = differences(state.values, state.base);
    state = { ...state, unsaved, problems: problemsOf(unsaved) };
    for (const listener of listeners) listener();
  }

  function problemsOf(fields: SavedField[]): Problems {
    const problems: Problems = {};
    for (const field of fields) {
      const checked = checkField(field, state.values[field]);
      const no = refused[field];
      if ("code" in checked) problems[field] = checked.code;
      else if (no && sameValue(field, no.value as never, state.values[field] as never))
        problems[field] = no.code;
    }
    return problems;
  }

  /** The tab's copy is read once, before anything is written over it. */
  function lookBack() {
    if (lookedBack) return;
    lookedBack = true;
    update({ offered: offerOf(options.copy.read(), state.base) });
  }

  function remember() {
    lookBack();
    const before = state.offered;
    options.copy.write({
      mine: { ...before?.mine, ...pick(state.values, state.unsaved) },
      base: { ...before?.base, ...pick(state.base, state.unsaved) },
      member: isMemberUnsaved(state) ? state.member : (before?.member ?? null),
    });
  }

  /** What a save may carry: valid fields that no open question concerns, as they will be stored. */
  function savable(explicit: boolean): Changes {
    const body: Changes = {};
    for (const field of explicit ? SAVED_FIELDS : state.unsaved) {
      if (state.conflict?.includes(field) || (held.has(field) && !explicit)) continue;
      if (state.problems[field]) continue;
      const checked = checkField(field, state.values[field]);
      if ("value" in checked) Object.assign(body, { [field]: checked.value });
    }
    return body;
  }

  async function save({ explicit }: { explicit: boolean }): Promise<void> {
    // Save asks first: the question stands open until it is answered.
    if (explicit && state.conflict) throw new ApiError("version_conflict", 412);
    for (let round = 1; ; round++) {
      const body = savable(explicit);
      if (!explicit && Object.keys(body).length === 0) return;
      try {
        const report = await options.send(body, { version: state.version, explicit });
        stored(body, report, explicit);
        return;
      } catch (error) {
        if (!(error instanceof ApiError) || round === ROUNDS) throw error;
        if (error.code === "version_conflict") join(await currentOf(error));
        else if (!noteRefusals(error, body)) throw error;
        // An explicit Save waits for the person's answer; the quiet one goes on with the rest.
        if (explicit && state.conflict) throw error;
      }
    }
  }

  function stored(body: Changes, report: SaveReport, explicit: boolean) {
    for (const field of Object.keys(body) as SavedField[]) held.delete(field);
    const base = { ...state.base, ...body };
    update({ base, version: report.projectVersion, savedAt: report.projectSavedAt });
    remember();
    explicitWaits = false;
    options.onSaved(report, base, explicit);
  }

  /** Puts the server's field codes at the values they were about; false when it named none we sent. */
  function noteRefusals(error: ApiError, body: Changes): boolean {
    if (error.code !== "invalid_fields") return false;
    let noted = false;
    for (const [path, code] of Object.entries(error.fields)) {
      const field = path.split(".")[0] as SavedField;
      if (!(field in body)) continue;
      refused = { ...refused, [field]: { value: state.values[field], code } };
      noted = true;
    }
    update({});
    return noted;
  }

  async function currentOf(error: ApiError): Promise<ProjectAnswer> {
    const parsed = projectAnswerSchema.safeParse(error.current);
    return parsed.success ? parsed.data : options.load();
  }

  /** Takes in what the server holds now, without overwriting anything written here. */
  function join(answer: ProjectAnswer) {
    if (answer.projectVersion < state.version) return;
    const theirs = valuesOf(answer.project);
    const { values, conflicts, taken } = mergeValues(state.base, state.values, theirs);
    const open = [...new Set([...(state.conflict ?? []), ...conflicts])].filter(
      (field) => !sameValue(field, values[field], theirs[field]),
    );
    update({
      values,
      base: theirs,
      version: answer.projectVersion,
      savedAt: answer.projectSavedAt,
      conflict: open.length > 0 ? open : null,
    });
    remember();
    if (taken.length > 0) options.onTaken(taken);
  }

  async function saveNow(explicit: boolean): Promise<boolean> {
    explicitWaits ||= explicit;
    autosave.change({ explicit });
    await autosave.flush();
    // Invalid fields stay in the tab; everything that can be saved has been, or it failed.
    return state.autosave.kind === "saved" && Object.keys(savable(false)).length === 0;
  }

  return {
    snapshot: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Notes what was written; it is saved 1.5 s after the last change. */
    change(changes: Changes) {
      for (const field of Object.keys(changes) as SavedField[]) held.delete(field);
      update({ values: { ...state.values, ...changes } });
      // Written again by hand: there is nothing left to take back.
      const { offered, values } = state;
      if (
        offered &&
        !offered.member &&
        differences({ ...values, ...offered.mine }, values).length === 0
      )
        update({ offered: null });
      remember();
      autosave.change({ explicit: false });
    },
    /** The Save of the person: every field goes, the report is told. True when all of it is stored. */
    save: () => saveNow(true),
    /** Tries again now; also after signing in again. */
    retry: () => saveNow(explicitWaits),
    /** Waits until everything that can be saved is. */
    settle: () => saveNow(false),
    /** Takes in a fresh answer of the server. */
    adopt: join,
    /** "Proceed anyway": what is not saved stays in the tab and is not saved quietly. */
    hold() {
      autosave.discard();
      for (const field of state.unsaved) held.add(field);
    },
    /** Ends a conflict: `theirs` names the fields that take the stored text. */
    resolve(theirs: readonly SavedField[]) {
      update({ values: { ...state.values, ...pick(state.base, theirs) }, conflict: null });
      remember();
      return saveNow(explicitWaits);
    },
    /** Looks in the tab for text from before a reload; in the browser only, after the first paint. */
    lookBack,
    /** Answers the offer of text from before a reload. */
    takeOffered(take: boolean) {
      const offer = state.offered;
      update({ offered: null });
      if (offer && take) {
        const mine = { ...state.values, ...offer.mine };
        const { values, conflicts } = mergeValues(
          { ...state.base, ...offer.base },
          mine,
          state.base,
        );
        const conflict = conflicts.length > 0 ? conflicts : null;
        update({ values, conflict, member: offer.member });
        autosave.change({ explicit: false });
      }
      remember();
    },
    setMember(member: MemberInHand | null) {
      update({ member });
      remember();
    },
    /** Ends what is planned; `wake` plans it again. */
    stop: autosave.stop,
    wake() {
      if (state.unsaved.length > 0 && state.autosave.kind === "waiting")
        autosave.change({ explicit: false });
    },
  };
}
