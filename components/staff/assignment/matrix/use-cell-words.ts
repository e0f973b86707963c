import { useTranslations } from "next-intl";
import type { MatrixCell } from "@/contract/staff/matrix";

/**
 * Returns a function that describes a reading as text: its state, a conflict of interest, and whether staff fixed (kept
 * in every later plan) or excluded the reading by hand.
 */
export function useCellWords(): (cell: Pick<MatrixCell, "state" | "conflict" | "fixed">) => string {
  const t = useTranslations("staff.assignment.matrix");
  return ({ state, conflict, fixed }) =>
    [
      ...(state === "none" && (conflict || fixed) ? [] : [t(`state.${state}`)]),
      ...(conflict ? [t(`conflict.${conflict}`)] : []),
      ...(fixed ? [t(`fixed.${fixed}`)] : []),
    ].join(", ");
}
