// @ts-check

/**
 * Picks from lists that are not empty; the same in every run with a seed.
 *
 * @param {number} seed
 */
export function dice(seed) {
  let state = seed;
  /**
   * @template Item
   * @param {readonly Item[]} list
   */
  return (list) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return /** @type {Item} */ (list[Math.floor((state / 2 ** 32) * list.length)]);
  };
}
