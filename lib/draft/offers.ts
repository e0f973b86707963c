import { differences, type FieldOf, type Form, fieldsIn, isSame, omit, pick } from "./form";
import type { LocalChanges, State } from "./state";

/** Returns the part of a stored copy of local changes that the server does not have yet. */
function offerOf<V, H>(
  form: Form<V, H>,
  copy: LocalChanges<V, H>,
  stored: V,
): LocalChanges<V, H> | null {
  const fields = differences(form, { ...stored, ...copy.mine }, stored);
  if (fields.length === 0 && !copy.inHand) return null;
  return { ...partOf(copy, fields), inHand: copy.inHand };
}

/**
 * Returns the recoveries that a tab offers after a reload, oldest first. A recovery is unsaved text that the user can
 * restore. Copies of different fields form one recovery. Two texts for one field stay separate, because the user must
 * choose between them.
 */
export function recoveriesOf<V, H>(
  form: Form<V, H>,
  copies: readonly LocalChanges<V, H>[],
  stored: V,
): LocalChanges<V, H>[] {
  const offers: LocalChanges<V, H>[] = [];
  for (const copy of copies) {
    const offer = offerOf(form, copy, stored);
    if (!offer) continue;
    const last = offers.at(-1);
    const meets =
      last &&
      ((last.inHand && offer.inHand) || fieldsIn(offer.mine).some((name) => name in last.mine));
    if (!last || meets) offers.push(offer);
    else offers[offers.length - 1] = joined(last, offer);
  }
  return offers;
}

/** Returns the part of a tab's stored copies that is neither in the form nor in a recovery yet. */
export function unknownOf<V, H>(
  form: Form<V, H>,
  copies: readonly LocalChanges<V, H>[],
  offers: readonly LocalChanges<V, H>[],
  values: V,
): LocalChanges<V, H>[] {
  const known: Partial<V>[] = [values, ...offers.map(({ mine }) => mine)];
  return copies.map((copy) => {
    const fields = form.fields.filter(
      (field) =>
        field in copy.mine &&
        !known.some((text) => isSame(form, field, text[field], copy.mine[field])),
    );
    const inHand = JSON.stringify(copy.inHand);
    const isKnown = offers.some((offer) => JSON.stringify(offer.inHand) === inHand);
    return { ...partOf(copy, fields), inHand: isKnown ? null : copy.inHand };
  });
}

function joined<V, H>(a: LocalChanges<V, H>, b: LocalChanges<V, H>): LocalChanges<V, H> {
  return {
    mine: { ...a.mine, ...b.mine },
    base: { ...a.base, ...b.base },
    inHand: a.inHand ?? b.inHand,
  };
}

function partOf<V, H>(
  { mine, base }: LocalChanges<V, H>,
  fields: readonly FieldOf<V>[],
): LocalChanges<V, H> {
  const rest = fieldsIn(mine).filter((field) => !fields.includes(field));
  return { mine: pick(mine, fields), base: omit(base, rest), inHand: null };
}

/**
 * Splits the oldest recovery into fields to restore now, and fields that the user has rewritten since the reload. The
 * rewritten fields must be saved first, so that the user sees both texts before one is lost.
 *
 * @param unsaved the fields that the user has changed in this tab
 */
export function partRecovery<V, H>(
  offer: LocalChanges<V, H>,
  { patch }: State<V, H>,
  unsaved: readonly FieldOf<V>[],
) {
  const anew = fieldsIn(offer.mine).filter((field) => unsaved.includes(field));
  const rest = fieldsIn(offer.mine).filter((field) => !anew.includes(field));
  const inHand = patch.inHand && offer.inHand;
  const later: LocalChanges<V, H> = {
    ...partOf(offer, anew),
    inHand: inHand ? offer.inHand : null,
  };
  return {
    now: { ...partOf(offer, rest), inHand: inHand ? null : offer.inHand },
    later: anew.length > 0 || inHand ? later : null,
    anew,
  };
}
export type RecoveryParts<V, H> = ReturnType<typeof partRecovery<V, H>>;
