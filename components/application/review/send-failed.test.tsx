import { screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { ApiError } from "@/lib/api/error";
import { EVERY_FIELD } from "@/tests/support/people/every-field";
import { renderWithWords } from "@/tests/support/render";
import { type Application, ApplicationContext } from "../application-context";
import { SendFailed } from "./send-failed";

beforeEach(() => {
  Element.prototype.scrollIntoView = () => {};
});

test("a phone number of another application is listed with its person, its field, and a contact", () => {
  const member = { ...EVERY_FIELD.team[0]!, name: "Bruno Neri", phone: "+39 333 7654321" };
  const project = { ...EVERY_FIELD, team: [EVERY_FIELD.team[0]!, member] };
  const fields = { "team.1.phone": "taken" as const };
  const error = new ApiError("person_in_two_projects", 409, { fields });
  const application = { answer: { project }, contactMail: "ciao@slancio.example" };
  renderWithWords(
    <ApplicationContext value={application as unknown as Application}>
      <SendFailed failure={{ act: "send", error }} />
    </ApplicationContext>,
  );
  const link = screen.getByRole("link", { name: /Bruno Neri.*\+39 333 7654321/ });
  expect(link.getAttribute("href")).toBe("/dashboard/project/team#field-team");
  expect(screen.queryByText(/Ada Bruni/)).toBeNull();
  const write = screen.getByRole("link", { name: "ciao@slancio.example" });
  expect(write.getAttribute("href")).toBe("mailto:ciao@slancio.example");
});

test("a failed deletion shows an error about the deletion", () => {
  const error = new ApiError("unavailable", 503);
  renderWithWords(<SendFailed failure={{ act: "withdraw", error }} />);
  expect(screen.getByRole("alert").textContent).toContain(
    "Errore durante la cancellazione. Riprovare.",
  );
});
