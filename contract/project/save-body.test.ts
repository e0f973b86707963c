import { expect, test } from "vitest";
import { saveProjectSchema } from "./project-schemas";

test.each(["Rome/Trastevere", "", 1, null])(
  "a save with an unknown time zone, %j, succeeds without storing the zone",
  (time_zone) => {
    const { success, data } = saveProjectSchema.safeParse({ nome: "Filò", user: { time_zone } });
    expect([success, data?.nome, data?.user?.time_zone]).toEqual([true, "Filò", undefined]);
  },
);

test("a save keeps a valid time zone", () => {
  const user = { time_zone: "America/Lima" };
  expect(saveProjectSchema.parse({ user })).toMatchObject({ user });
});
