import { expect, test } from "vitest";
import {
  asksSecondFactor,
  CONFIGURED_ROLES,
  GRANTED_ROLES,
  ROLE_TABLE,
  ROLES,
  rolesWith,
  STAFF_ROLES,
} from "./roles";

test("all accounts have the applicant role and only the other roles are granted", () => {
  expect(ROLES).toEqual(["applicant", "evaluator", "staff", "director", "auditor"]);
  expect(GRANTED_ROLES).toEqual(["evaluator", "staff", "director", "auditor"]);
  expect(rolesWith([])).toEqual(["applicant"]);
  expect(rolesWith(["auditor", "evaluator", "king"])).toEqual([
    "applicant",
    "evaluator",
    "auditor",
  ]);
  expect(rolesWith(GRANTED_ROLES)).toEqual(ROLES);
});

test("the staff area is for roles that can call or read endpoints for staff", () => {
  expect(STAFF_ROLES).toEqual(["staff", "director", "auditor"]);
});

test("staff roles always require a second factor and the evaluator role by configuration", () => {
  expect(CONFIGURED_ROLES).toEqual(["evaluator"]);
  const asking = (configured: Parameters<typeof asksSecondFactor>[1]) =>
    ROLES.filter((role) => asksSecondFactor(role, configured));
  expect(asking([])).toEqual(["staff", "director", "auditor"]);
  expect(asking(["evaluator"])).toEqual(["evaluator", "staff", "director", "auditor"]);
  expect(asking(["applicant"])).toEqual(["staff", "director", "auditor"]);
});

test("each role has a name for a sentence and its links", () => {
  expect(ROLES.map((role) => ROLE_TABLE[role].label)).toEqual([
    "an applicant",
    "an evaluator",
    "one of the staff",
    "a director",
    "an auditor",
  ]);
  const room = [["regia", "/dashboard/regia"]];
  expect(ROLES.map((role) => ROLE_TABLE[role].links.map(({ name, href }) => [name, href]))).toEqual(
    [
      [["application", "/dashboard/project"]],
      [
        ["projects", "/dashboard/evaluation"],
        ["ranking", "/dashboard/evaluation/ranking"],
      ],
      room,
      room,
      room,
    ],
  );
});
