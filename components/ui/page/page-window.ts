/**
 * Returns the page numbers to show: first, last, and the current page with its neighbours. A gap between
 * two pages is the negative number of the page before the gap, so that every entry is a unique key.
 */
export function pageWindow(page: number, pages: number): number[] {
  const wanted = [1, page - 1, page, page + 1, pages].filter((n) => n >= 1 && n <= pages);
  const shown = [...new Set(wanted)].sort((a, b) => a - b);
  return shown.flatMap((n, index) => {
    const before = shown[index - 1];
    if (before === undefined || n - before === 1) return [n];
    return n - before === 2 ? [n - 1, n] : [-before, n];
  });
}
