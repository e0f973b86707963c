import { expect, test } from "vitest";
import { extendApplications } from "@/contract/staff/applications";

test("an extension ends on an existing day or at an hour of it in Rome", () => {
  const takes = (until: string) =>
    extendApplications.body.safeParse({
      selection: { ids: ["0b6b7d3e-7c5a-4e0a-9b0c-0a4a7b1c2d3e"] },
      until,
    }).success;
  for (const until of ["2026-10-05", "2026-10-05T18:00"])
    expect([until, takes(until)]).toEqual([until, true]);
  for (const until of ["2026-02-30", "2026-10-05T25:00", "2026-10-05T10:00:00Z", "domani"]) {
    expect([until, takes(until)]).toEqual([until, false]);
  }
});
