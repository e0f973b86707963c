import { screen } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { CONFLICTS } from "@/contract/evaluation/evaluation-schemas";
import { MESSAGES, renderWithWords } from "@/tests/support/render";
import { ExcludedPanel } from "./excluded-panel";

describe.each(["it", "en"] as const)("recused by rule, in %s", (locale) => {
  test.each(CONFLICTS)(
    "%s: the form shows the reason, accepts no scores, and links to the next project",
    (conflict) => {
      const onNext = vi.fn();
      renderWithWords(
        <ExcludedPanel name="Sestante" conflict={conflict} going={false} onNext={onNext} />,
        locale,
      );
      const { conflicts, sheet } = MESSAGES[locale].evaluation;
      const region = screen.getByRole("region", { name: sheet.label });
      expect(region.textContent).toContain(conflicts[conflict]);
      expect(region.textContent).toContain("Sestante");
      expect(screen.queryAllByRole("radio")).toEqual([]);
      expect(screen.queryAllByRole("textbox")).toEqual([]);
      screen.getByRole("button", { name: sheet.next }).click();
      expect(onNext).toHaveBeenCalledOnce();
    },
  );
});
