// @ts-check

/**
 * Returns a function that picks a random element of a non-empty list. Equal seeds give equal picks.
 *
 * @param {number} seed
 */
export function dice(seed) {
  let state = seed;
  /**
   * Returns a random element of a non-empty list.
   *
   * @template Item
   * @param {readonly Item[]} list
   */
  return (list) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return /** @type {Item} */ (list[Math.floor((state / 2 ** 32) * list.length)]);
  };
}
