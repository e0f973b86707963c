import type { FieldCode } from "@/contract/errors";
import { progress } from "@/contract/progress";
import {
  type ProjectAnswer,
  projectAnswerSchema,
  type SaveReport,
} from "@/contract/project-schemas";
import { ApiError } from "@/lib/api/error";
import { createAutosave } from "@/lib/autosave";
import type { DraftOptions, DraftState, Problems } from "./draft-state";
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
import { offersOf, partOffer, unknownOf, withOffer } from "./offered-text";
import { createAfloat } from "./own-text";
import type { MemberInHand, TabCopy } from "./tab-copy";
import { isMemberUnsaved } from "./team-members";

export type Draft = ReturnType<typeof createDraft>;

/** Rounds of one save: more than this many other windows saving at once is a failure to report. */
const ROUNDS = 5;

/** The report of a save whose own answer got lost. */
function reportOf(answer: ProjectAnswer): SaveReport {
  const percent = progress(answer.project);
  return {
    status: percent === 100 ? "completed" : "partial",
    progress: percent,
    projectVersion: answer.projectVersion,
    projectSavedAt: answer.projectSavedAt ?? "",
  };
}

/**
 * The application's text in this tab: what was written, what the server has, and one queue of saves
 * between them. Saves never overlap, always name the version they build on, and leave invalid fields
 * out; what could not be saved stays here and in the tab's copy.
 */
export function createDraft(options: DraftOptions) {
  const listeners = new Set<() => void>();
  const held = new Set<SavedField>();
  const afloat = createAfloat();
  let refused: { [F in SavedField]?: { value: Values[F]; code: FieldCode } } = {};
  let explicitWaits = false;
  let lookedBack = false;
  let offers: TabCopy[] = [];

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
    const unsaved = [...new Set([...differences(state.values, state.base), ...afloat.fields()])];
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
    offers = offersOf(options.copy.read(), state.base);
    update({ offered: offers[0] ?? null });
  }

  function remember() {
    lookBack();
    const mine = pick(state.values, state.unsaved);
    const member = isMemberUnsaved(state) ? state.member : null;
    options.copy.write([...offers, { mine, base: pick(state.base, state.unsaved), member }]);
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
      afloat.leave(body, state.version);
      try {
        const report = await options.send(body, { version: state.version, explicit });
        stored(body, report, explicit);
        return;
      } catch (error) {
        afloat.fail(body, error);
        if (!(error instanceof ApiError) || round === ROUNDS) throw error;
        if (error.code === "version_conflict") {
          if (await takeIn(error, body, explicit)) return;
        } else if (!noteRefusals(error, body)) throw error;
        // An explicit Save waits for the person's answer; the quiet one goes on with the rest.
        if (explicit && state.conflict) throw error;
      }
    }
  }

  function stored(body: Changes, report: SaveReport, explicit: boolean) {
    for (const field of Object.keys(body) as SavedField[]) held.delete(field);
    afloat.land(report.projectVersion);
    // A newer answer has overtaken this one: what is known already includes this save.
    if (report.projectVersion >= state.version) {
      const base = { ...state.base, ...body };
      update({ base, version: report.projectVersion, savedAt: report.projectSavedAt });
    }
    remember();
    explicitWaits = false;
    options.onSaved(report, state.base, explicit);
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

  /** Takes in what a refusal for the version says is stored; true when that is this very save. */
  async function takeIn(error: ApiError, body: Changes, explicit: boolean): Promise<boolean> {
    const parsed = projectAnswerSchema.safeParse(error.current);
    const answer = parsed.success ? parsed.data : await options.load();
    const now = { values: valuesOf(answer.project), version: answer.projectVersion };
    const hasArrived = afloat.hasArrived(body, now);
    join(answer);
    // A save whose answer got lost ends here: everyone else has to see what it stored.
    options.onStored(answer);
    if (hasArrived) stored(body, reportOf(answer), explicit);
    return hasArrived;
  }

  /** Takes in what the server holds now, without overwriting anything written here. */
  function join(answer: ProjectAnswer) {
    if (answer.projectVersion < state.version) return;
    const theirs = valuesOf(answer.project);
    const base = afloat.baseOf(state.base, theirs);
    const { values, conflicts, taken } = mergeValues(base, state.values, theirs);
    afloat.land(answer.projectVersion);
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

  /** Answers the oldest offer of text from before a reload. */
  function takeOffered(take: boolean) {
    const offer = state.offered;
    if (!offer) return;
    const { now, later, anew } = partOffer(offer, state);
    offers = [...(take && later ? [later] : []), ...offers.slice(1)];
    update({ offered: offers[0] ?? null, ...(take && withOffer(state, now)) });
    remember();
    if (!take) return;
    autosave.change({ explicit: false });
    if (later) void takeAfterSaving(later, anew);
  }

  async function takeAfterSaving(later: TabCopy, anew: SavedField[]) {
    for (const field of anew) held.delete(field);
    await saveNow(false);
    const waits = state.member !== null || state.unsaved.some((field) => anew.includes(field));
    if (state.offered === later && !waits) takeOffered(true);
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
      if (offered && offersOf([offered], values).length === 0) {
        offers = offers.slice(1);
        update({ offered: offers[0] ?? null });
      }
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
    /** Offers what a closed tab left behind, as far as this one does not have it. */
    offerMore(copies: TabCopy[]) {
      lookBack();
      offers = offersOf([...offers, ...unknownOf(copies, offers, state.values)], state.base);
      update({ offered: offers[0] ?? null });
      remember();
    },
    takeOffered,
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
