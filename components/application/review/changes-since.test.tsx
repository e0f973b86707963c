import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { EVERY_FIELD } from "@/tests/support/people/every-field";
import { saveModel } from "@/tests/support/people/save-model";
import { renderWithWords } from "@/tests/support/render";
import { type Application, ApplicationContext } from "../application-context";
import { ChangesSince } from "./changes-since";

type Sending = Parameters<typeof ChangesSince>[0]["sending"];

function review(project: typeof EVERY_FIELD, sent?: typeof EVERY_FIELD) {
  const answer = { ...saveModel().read(), project, ...(sent && { projectSentAs: sent }) };
  const sending = { busy: null, revert: vi.fn() } as unknown as Sending;
  renderWithWords(
    <ApplicationContext value={{ answer } as unknown as Application}>
      <ChangesSince sending={sending} />
    </ApplicationContext>,
  );
}

test("changes since the sent version are listed with links", () => {
  const deck = { ...EVERY_FIELD.pitch!, id: "another" };
  review({ ...EVERY_FIELD, nome: "Un altro nome", team: [], pitch: deck }, EVERY_FIELD);
  const list = within(screen.getByRole("region", { name: /^3 campi cambiano/ }));
  expect(list.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
    "/dashboard/project/idea#field-nome",
    "/dashboard/project/documents#field-pitch",
    "/dashboard/project/team#field-team",
  ]);
  expect(list.getByRole("button", { name: "Torna alla versione inviata" })).toBeDefined();
});

test.each([
  ["unchanged", EVERY_FIELD],
  ["never sent", undefined],
])("an application that is %s lists no changes", (_, sent) => {
  review({ ...EVERY_FIELD }, sent);
  expect(screen.queryByRole("region")).toBeNull();
});
