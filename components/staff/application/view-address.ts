import { useSearchParams } from "next/navigation";

/** Views of an application's page. The URL names the view and, of what was sent, the version. */
export const VIEWS = ["sent", "happened"] as const;
type View = (typeof VIEWS)[number];

/** Returns a function that returns the address of this page with another view. The rest of the query stays. */
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

/** Fragment of an address that moves the focus to the submission. */
export const AT_SUBMISSION = "#submission";

/** Returns a function that returns the address at which this page shows a submission. */
export function useVersionHref() {
  const hrefOf = useViewHref();
  return (number: string) => hrefOf("sent", number);
}
