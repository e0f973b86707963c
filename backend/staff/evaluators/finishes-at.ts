/**
 * Estimates when all projects will be read at the current pace. Returns null if no project is read yet or the
 * evaluation has not begun.
 */
export function finishesAt(
  { from }: { from: Date },
  { read, all, now }: { read: number; all: number; now: Date },
): Date | null {
  const spent = now.getTime() - from.getTime();
  if (read === 0 || spent <= 0) return null;
  const end = new Date(from.getTime() + (spent * all) / read);
  return Number.isNaN(end.getTime()) ? null : end;
}
