import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { AGE, INFO } from "@/contract/project/options";
import { EMPTY_MEMBER, type MemberValues } from "@/lib/draft/team-member";
import { renderWithWords } from "@/tests/support/render";
import { type Application, ApplicationContext } from "../application-context";
import { MemberForm } from "./member-form";

const LAW = {
  it: "Per procedere alla candidatura devi compilare tutti i campi obbligatori!",
  en: "To proceed with your application you must fill in all the required fields!",
};

function show(given: Partial<MemberValues>, language: "it" | "en") {
  const inHand = { index: null, member: { ...EMPTY_MEMBER, ...given } };
  const state = { values: { team: [] }, inHand };
  const application = {
    draft: { subscribe: () => () => {}, snapshot: () => state, edit: () => {} },
    setWritesMember: () => {},
  } as unknown as Application;
  renderWithWords(
    <ApplicationContext value={application}>
      <MemberForm inHand={inHand} problems={{}} onClose={() => {}} />
    </ApplicationContext>,
    language,
  );
  fireEvent.click(screen.getByRole("button", { name: /^(Aggiungi|Add)/ }));
  return screen.getByRole("alert").textContent;
}

const WHOLE = { name: "Ada Riva", role: "CTO", phone: "+39 347 123 4567" };
test.each([
  [
    "it",
    { name: "Ada Riva" },
    `${LAW.it}Mancano: Ruolo, Telefono, Età, Come ha conosciuto il programma.`,
  ],
  ["it", { ...WHOLE, age: AGE[0] }, `${LAW.it}Manca: Come ha conosciuto il programma.`],
  [
    "en",
    { name: "Ada Riva" },
    `${LAW.en}Missing: Role, Phone, Age, How they heard of the programme.`,
  ],
] as const)("an incomplete team member names what is missing (%s, %#)", (language, given, text) => {
  expect(show(given, language)).toBe(text);
});

test.each([
  ["it", "Controlla i campi segnalati.Da correggere: Telefono."],
  ["en", "Check the fields that are marked.To correct: Phone."],
] as const)(
  "a complete team member with a wrong phone is not called incomplete (%s)",
  (language, text) => {
    const rest = { age: AGE[0], info: INFO[0] };
    expect(show({ ...WHOLE, ...rest, phone: "12" }, language)).toBe(text);
  },
);
