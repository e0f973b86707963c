/** When everything would have been read at the pace so far; null where nothing was, or the time has not begun. */
export function finishesAt(
  { from }: { from: Date },
  { read, all, now }: { read: number; all: number; now: Date },
): Date | null {
  const spent = now.getTime() - from.getTime();
  if (read === 0 || spent <= 0) return null;
  const end = new Date(from.getTime() + (spent * all) / read);
  return Number.isNaN(end.getTime()) ? null : end;
}
