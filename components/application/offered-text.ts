import type { DraftState } from "./draft-state";
import {
  type Changes,
  differences,
  mergeValues,
  pick,
  SAVED_FIELDS,
  type SavedField,
  sameValue,
  type Values,
} from "./draft-values";
import type { TabCopy } from "./tab-copy";

/** Of a tab's copy, what the server does not have by now. */
function offerOf(copy: TabCopy, stored: Values): TabCopy | null {
  const fields = differences({ ...stored, ...copy.mine }, stored);
  if (fields.length === 0 && !copy.member) return null;
  return { ...partOf(copy, fields), member: copy.member };
}

/**
 * What a tab can offer back after a reload, oldest first. Copies that are about different fields are
 * one offer; two texts for one field stay two, because neither may replace the other unasked.
 */
export function offersOf(copies: readonly TabCopy[], stored: Values): TabCopy[] {
  const offers: TabCopy[] = [];
  for (const copy of copies) {
    const offer = offerOf(copy, stored);
    if (!offer) continue;
    const last = offers.at(-1);
    const meets =
      last &&
      ((last.member && offer.member) || Object.keys(offer.mine).some((name) => name in last.mine));
    if (!last || meets) offers.push(offer);
    else offers[offers.length - 1] = joined(last, offer);
  }
  return offers;
}

/** Of a closed tab's copies, what stands neither in the form nor in an offer already. */
export function unknownOf(
  copies: readonly TabCopy[],
  offers: readonly TabCopy[],
  values: Values,
): TabCopy[] {
  const known: Changes[] = [values, ...offers.map(({ mine }) => mine)];
  return copies.map((copy) => {
    const written = copy.mine as Values;
    const fields = SAVED_FIELDS.filter(
      (field) =>
        field in copy.mine && !known.some((text) => sameIn(field, text as Values, written)),
    );
    const member = JSON.stringify(copy.member);
    const isKnown = offers.some((offer) => JSON.stringify(offer.member) === member);
    return { ...partOf(copy, fields), member: isKnown ? null : copy.member };
  });
}

function sameIn(field: SavedField, a: Values, b: Values): boolean {
  return field in a && sameValue(field, a[field], b[field]);
}

function joined(a: TabCopy, b: TabCopy): TabCopy {
  return {
    mine: { ...a.mine, ...b.mine },
    base: { ...a.base, ...b.base },
    member: a.member ?? b.member,
  };
}

function partOf(copy: TabCopy, fields: readonly SavedField[]): TabCopy {
  const only = (part: Changes) =>
    pick(
      { ...part } as Values,
      fields.filter((name) => name in part),
    );
  return { mine: only(copy.mine), base: only(copy.base), member: null };
}

/**
 * Parts an offer: what can be taken now, and what has been written anew since the reload. That has to
 * be stored first, so that neither text goes before the person has seen both.
 */
export function partOffer(offer: TabCopy, { unsaved, member }: DraftState) {
  const anew = unsaved.filter((field) => field in offer.mine);
  const rest = SAVED_FIELDS.filter((field) => field in offer.mine && !anew.includes(field));
  const inHand = member !== null && offer.member !== null;
  const later: TabCopy = { ...partOf(offer, anew), member: inHand ? offer.member : null };
  return {
    now: { ...partOf(offer, rest), member: inHand ? null : offer.member },
    later: anew.length > 0 || inHand ? later : null,
    anew,
  };
}

/** The text with an offer taken back; what the server has otherwise by now is asked about. */
export function withOffer(state: DraftState, offer: TabCopy): Partial<DraftState> {
  const values = { ...state.values, ...offer.mine };
  const started = { ...state.base, ...offer.base };
  const open = [...(state.conflict ?? []), ...mergeValues(started, values, state.base).conflicts];
  return {
    values,
    conflict: open.length > 0 ? [...new Set(open)] : null,
    member: offer.member ?? state.member,
  };
}
