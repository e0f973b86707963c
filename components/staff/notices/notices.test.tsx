import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { DEFAULT_ALERTS, type StaffNotices } from "@/contract/staff/notices";
import { expectAccessible } from "@/tests/support/axe";
import { backEnd, last, page } from "@/tests/support/staff-actions";
import { Notices } from "./notices";

vi.setConfig({ testTimeout: 30_000 });
afterEach(() => {
  vi.unstubAllGlobals();
});

const CHOSEN: StaffNotices = { summary_hour: null, alerts: [...DEFAULT_ALERTS], possible: true };

test.each([
  ["it", "Quando arriva", "Un invito rifiutato", "Salva"],
  ["en", "When it arrives", "A declined invitation", "Save"],
] as const)(
  "a choice of a summary and alerts is stored (%s)",
  async (language, hour, alert, save) => {
    backEnd((body) => Response.json({ ...CHOSEN, ...body }), CHOSEN);
    page(<Notices />, language, "staff");
    const field = await screen.findByLabelText(new RegExp(hour));
    await expectAccessible(document.body);
    fireEvent.change(field, { target: { value: "8" } });
    fireEvent.click(screen.getByLabelText(new RegExp(alert)));
    fireEvent.click(screen.getByRole("button", { name: save }));
    await waitFor(() =>
      expect(last()).toEqual({
        ...{ summary_hour: 8, alerts: [...DEFAULT_ALERTS, "invitation_declined"] },
      }),
    );
  },
);

test("a reader learns that no email is sent and cannot choose", async () => {
  backEnd(() => Response.json(CHOSEN), { ...CHOSEN, possible: false });
  page(<Notices />, "it", "auditor");
  await screen.findAllByText(/legge soltanto/);
  for (const box of screen.getAllByRole("checkbox")) {
    expect(box.hasAttribute("disabled")).toBe(true);
  }
});
