import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderWithWords } from "@/tests/support/render";
import { NewEmailForm } from "./new-email-form";

test("an expired email-change link leads to the page that sends a new one", () => {
  renderWithWords(<NewEmailForm token="used" works={false} />);
  const link = screen.getByRole("link", { name: "tuo profilo" });
  expect(link.getAttribute("href")).toBe("/dashboard/edit-profile");
});
