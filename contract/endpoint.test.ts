import { describe, expect, test } from "vitest";
import { type Access, type Endpoint, endpoint, isHidden, mayCall, roleFor } from "./endpoint";
import { ROLES, type Role } from "./roles";

const ACCESS: Access[] = ["anyone", "user", ...ROLES];
const READS: Endpoint["method"][] = ["GET", "HEAD"];
const CHANGES: Endpoint["method"][] = ["POST", "DELETE", "PATCH", "OPTIONS"];

/** Returns the access levels of the endpoints that an account with a single role can call. */
function opened(role: Role, method: Endpoint["method"]) {
  return ACCESS.filter((access) => mayCall({ access, method }, [role]));
}

describe("access to endpoints", () => {
  test.each<[Role, Access[], Access[]]>([
    ["applicant", ["applicant"], []],
    ["evaluator", ["evaluator"], []],
    ["staff", ["staff"], []],
    ["director", ["staff", "director"], []],
    ["auditor", ["auditor"], ["staff", "director"]],
  ])("the role %s can call endpoints for %j and read endpoints for %j", (role, calls, reads) => {
    const free: Access[] = ["anyone", "user"];
    for (const method of CHANGES) expect(opened(role, method)).toEqual([...free, ...calls]);
    for (const method of READS) {
      expect(opened(role, method).sort()).toEqual([...free, ...calls, ...reads].sort());
    }
  });

  test("one of several roles is enough, and no role is not", () => {
    const call = { access: "evaluator", method: "POST" } as const;
    expect(mayCall(call, ["applicant", "evaluator"])).toBe(true);
    expect(mayCall(call, [])).toBe(false);
    expect(mayCall({ ...call, access: "user" }, [])).toBe(true);
  });
});

test("an access level names one role or none", () => {
  expect(ACCESS.map(roleFor)).toEqual([undefined, undefined, ...ROLES]);
});

test("endpoints only for staff are hidden from other callers", () => {
  const hidden = ACCESS.filter((access) => isHidden({ access }));
  expect(hidden).toEqual(["staff", "director", "auditor"]);
});

test("endpoint returns its description unchanged", () => {
  const description = {
    name: "readNothing",
    method: "GET",
    path: "nothing",
    summary: "Reads nothing",
    access: "anyone",
    answer: { status: 204 },
  } as const;
  expect(endpoint(description)).toBe(description);
});
