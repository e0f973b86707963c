import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { renderWithWords } from "@/tests/support/render";
import { meantAddress } from "./mail-typo";
import { TextField } from "./text-field";

test.each([
  ["ada@gmail.con", "ada@gmail.com"],
  ["ada@gmial.com", "ada@gmail.com"],
  ["Ada.Riva@Gmal.com", "Ada.Riva@gmail.com"],
  ["ada@hotmial.it", "ada@hotmail.it"],
  ["ada@liberro.it", "ada@libero.it"],
  ["ada@filo.con", "ada@filo.com"],
  ["ada@gmail.com", null],
  ["ada@mail.com", null],
  ["ada@example.org", null],
  ["ada@", null],
  ["gmail.con", null],
])("for %j the field suggests %j", (typed, meant) => {
  expect(meantAddress(typed)).toBe(meant);
});

function Example() {
  const [value, setValue] = useState("");
  return (
    <TextField
      name="email"
      label={"Email"}
      type="email"
      value={value}
      onChange={(event) => setValue(event.currentTarget.value)}
    />
  );
}

test("a mistyped provider is suggested after leaving the field, and one click corrects it", async () => {
  renderWithWords(<Example />);
  const field = screen.getByLabelText("Email");
  await userEvent.type(field, "ada@gmail.con");
  expect(screen.queryByRole("button")).toBeNull();
  await userEvent.tab();
  await userEvent.click(screen.getByRole("button", { name: "Volevi dire ada@gmail.com?" }));
  expect(field).toHaveProperty("value", "ada@gmail.com");
  expect(screen.queryByRole("button")).toBeNull();
});
