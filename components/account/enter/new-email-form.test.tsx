import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderWithWords } from "@/tests/support/render";
import { NewEmailForm } from "./new-email-form";

test("a link that no longer works leads to where another is asked for", () => {
  renderWithWords(<NewEmailForm token="used" works={false} />);
  const link = screen.getByRole("link", { name: "tuo profilo" });
  expect(link.getAttribute("href")).toBe("/dashboard/edit-profile");
});
