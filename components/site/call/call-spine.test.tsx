import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { LANGUAGES } from "@/contract/languages";
import { STEPS } from "@/contract/project/project-fields";
import { MESSAGES, renderWithWords } from "@/tests/support/render";
import { CallSpine } from "./call-spine";
import { Eligibility } from "./eligibility";
import { HowToApply } from "./how-to-apply";
import { Prizes } from "./prizes";
import { Stages } from "./stages";
import { Weights } from "./weights";

vi.mock("@/lib/browser/server-clock", () => ({
  useProgrammeNow: () => Date.parse("2026-08-01T00:00:00Z"),
}));

const EDITION = {
  year: 2026,
  opensAt: "2026-06-30T22:00:00.000Z",
  closesAt: "2026-09-30T22:00:00.000Z",
};
const DOCUMENTS = { rules: "/rules.pdf", privacyNotice: "/privacy.pdf", criteria: "/criteria.pdf" };
const READING = [{ step: "documents" as const, href: "/magazine/due-minuti", title: "Due minuti" }];

test.each(LANGUAGES)(
  "each entry of the contents leads to the heading of its section (%s)",
  (language) => {
    renderWithWords(
      <CallSpine edition={EDITION} without={["faq"]}>
        <Eligibility />
        <HowToApply documents={DOCUMENTS} reading={[]} />
        <Prizes />
        <Stages edition={EDITION} />
        <Weights sheetHref={DOCUMENTS.criteria} />
      </CallSpine>,
      language,
    );
    const contents = screen.getByRole("navigation", { name: MESSAGES[language].call.contents });
    const targets = within(contents)
      .getAllByRole("link")
      .map((link) => link.getAttribute("href"));
    const headings = screen.getAllByRole("heading", { level: 2 });
    expect(targets).toEqual(headings.map(({ id }) => `#${id}`));
  },
);

test("a call without questions has no entry for them", () => {
  renderWithWords(
    <CallSpine edition={EDITION} without={["faq"]}>
      {null}
    </CallSpine>,
  );
  expect(document.querySelector('a[href="#faq"]')).toBeNull();
  expect(document.querySelector('a[href="#weights"]')).not.toBeNull();
});

test("the time left and the main link are beside the contents and in the bar", () => {
  renderWithWords(<CallSpine edition={EDITION}>{null}</CallSpine>);
  const { callAction, count } = MESSAGES.it.countdown;
  expect(screen.getAllByRole("link", { name: callAction.open })).toHaveLength(2);
  expect(count.days).toContain("giorni");
  expect(screen.getAllByText("60")).toHaveLength(2);
});

test("an article is in the row of the step that it helps with", () => {
  renderWithWords(<HowToApply documents={DOCUMENTS} reading={READING} />);
  const [, ...rows] = screen.getAllByRole("row");
  expect(rows.map((row) => within(row).queryByRole("link")?.textContent)).toEqual(
    STEPS.map((step) => (step === "documents" ? "Due minuti" : undefined)),
  );
});
