import { dashboardPath } from "../../routes/guard";
import { placeOf } from "../../routes/path";
import { errorOf } from "../client";
import { ApiError } from "../error";

/**
 * Begins to see as an applicant, from the page that is open, and goes to that person's area by a full load: nothing of the
 * page's own account is left in it. Throws an ApiError.
 */
export async function startSeeing(asked: { application: string; reason: string }): Promise<void> {
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
