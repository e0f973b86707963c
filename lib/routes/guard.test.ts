import { expect, test } from "vitest";
import { guardedAway, isPersonal, isPrivate } from "./guard";

test("the private area is everything below /dashboard, and its older version", () => {
  for (const path of ["/dashboard", "/dashboard/project/idea", "/dashboard/xx", "/dashboardOLD"]) {
    expect(isPrivate(path), path).toBe(true);
  }
  for (const path of ["/", "/login", "/academyOLD", "/dashboards", "/dashboardOLD/xx"]) {
    expect(isPrivate(path), path).toBe(false);
  }
});

test("account pages and the search are personal, all other public pages are not", () => {
  for (const path of ["/login", "/en/login/password-reset", "/thankyou-page", "/en/search"]) {
    expect(isPersonal(path), path).toBe(true);
  }
  for (const path of ["/", "/en", "/magazine/1", "/community-event", "/loginOLD"]) {
    expect(isPersonal(path), path).toBe(false);
  }
});

test("signed-in users are redirected away from login and registration, and from nowhere else", () => {
  expect(guardedAway("/en/login", "", "signed_in")).toBe("/en/dashboard");
  expect(guardedAway("/registration", "", "signed_in")).toBe("/dashboard");
  for (const path of ["/login/password-reset", "/registration/confirm", "/thankyou-page", "/"]) {
    expect(guardedAway(path, "", "signed_in"), path).toBeNull();
  }
});

test("signed-out users are redirected from the private area to the sign-in, and back afterwards", () => {
  expect(guardedAway("/dashboardOLD", "", "none")).toBe("/login?next=%2FdashboardOLD");
  expect(guardedAway("/en/dashboard/xx", "?a=1", "none")).toBe(
    "/en/login?next=%2Fen%2Fdashboard%2Fxx%3Fa%3D1",
  );
  expect(guardedAway("/registration", "", "none")).toBeNull();
});
