import { dashboardPath } from "../../routes/guard";
import { placeOf } from "../../routes/path";
import { errorOf } from "../client";
import { ApiError } from "../error";

/**
 * Starts the impersonation of an applicant from the current page and opens the applicant's pages. A full page load
 * drops all data of the staff member's own account. Throws an ApiError.
 */
export async function startImpersonation(asked: {
  application: string;
  reason: string;
}): Promise<void> {
  const { pathname, search } = window.location;
  const response = await fetch("/api/session/seeing", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ ...asked, back: pathname + search }),
  }).catch((cause) => {
    throw new ApiError("network", 0, { cause });
  });
  if (!response.ok) throw await errorOf(response);
  window.location.assign(dashboardPath(placeOf(pathname)));
}
