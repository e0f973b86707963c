import { expect, test } from "vitest";
import { saveProjectSchema } from "./project-schemas";

test.each(["Rome/Trastevere", "", 1, null])(
  "a time zone that does not exist, %j, costs nobody a save, and is not kept",
  (time_zone) => {
    const { success, data } = saveProjectSchema.safeParse({ nome: "Filò", user: { time_zone } });
    expect([success, data?.nome, data?.user?.time_zone]).toEqual([true, "Filò", undefined]);
  },
);

test("one that does is read as it is", () => {
  const user = { time_zone: "America/Lima" };
  expect(saveProjectSchema.parse({ user })).toMatchObject({ user });
});
