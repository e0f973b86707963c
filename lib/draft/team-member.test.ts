import { expect, test } from "vitest";
import { EMPTY_PROJECT } from "@/contract/project/project-schemas";
import { valuesOf } from "./project-form";
import { contactAsMember, EMPTY_MEMBER, twinOf } from "./team-member";

const withPhone = (phone: string) => ({ ...EMPTY_MEMBER, phone });

test("two members with the same phone number are detected in any spelling, and a member never matches itself", () => {
  const team = [withPhone("+39 333 1234567"), withPhone("+44 20 7946 0958")];
  for (const phone of ["333 123 4567", "0039 333-1234567", "+393331234567"])
    expect(twinOf({ index: null, member: withPhone(phone) }, team)).toBe(team[0]);
  expect(twinOf({ index: 0, member: team[0]! }, team)).toBeUndefined();
  expect(twinOf({ index: null, member: withPhone("333 1234568") }, team)).toBeUndefined();
  expect(twinOf({ index: null, member: withPhone("") }, [withPhone("")])).toBeUndefined();
});

test("the contact person can be added once as the first team member", () => {
  const values = {
    ...valuesOf(EMPTY_PROJECT),
    referente_nome_e_cognome: "Giulia Ferraro",
    referente_ruolo: "CEO",
    referente_telefono: "+39 333 1234567",
    referente_age: "age-30_50",
  };
  const member = contactAsMember(values);
  expect(member).toEqual({
    name: "Giulia Ferraro",
    role: "CEO",
    phone: "+39 333 1234567",
    age: "age-30_50",
    info: "",
  });
  expect(contactAsMember({ ...values, team: [member!] })).toBeNull();
  expect(contactAsMember({ ...values, team: [withPhone("333 1234567")] })).toBeNull();
  expect(contactAsMember(valuesOf(EMPTY_PROJECT))).toBeNull();
});
