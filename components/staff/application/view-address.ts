import { useSearchParams } from "next/navigation";

/**
 * Views of an application's page for staff. The URL names the view. In the view of the submission, the URL also names
 * the submission's version.
 */
export const VIEWS = ["sent", "happened"] as const;
type View = (typeof VIEWS)[number];

/** Returns a function that returns the URL of this page with another view. The rest of the query stays. */
export function useViewHref() {
  const params = useSearchParams();
  return (view: View, version?: string) => {
    const query = new URLSearchParams(params);
    query.set("view", view);
    query.delete("version");
    if (version) query.set("version", version);
    return `?${query}`;
  };
}

/** The URL fragment that moves the focus to the submission. */
export const AT_SUBMISSION = "#submission";

/** Returns a function that returns the URL of the application's page with a given submission. */
export function useVersionHref() {
  const hrefOf = useViewHref();
  return (number: string) => hrefOf("sent", number);
}
