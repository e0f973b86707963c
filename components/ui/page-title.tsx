"use client";

import {
  createContext,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
  useContext,
  useEffect,
  useState,
} from "react";

const Replace = createContext<Dispatch<SetStateAction<string | null>> | null>(null);

/** A page's h1, and what is below it, which may say that the page has become about something else. */
export function TitledPage({
  title,
  className,
  children,
}: {
  title: string;
  className: string | undefined;
  children: ReactNode;
}) {
  const [replaced, setReplaced] = useState<string | null>(null);
  return (
    <Replace value={setReplaced}>
      <h1 className={className}>{replaced ?? title}</h1>
      {children}
    </Replace>
  );
}

/**
 * Puts another title in the page's h1 as long as the caller is there: what was asked is done.
 *
 * @returns whether there is such a page around; otherwise the caller needs a heading of its own
 */
export function usePageTitle(title: string): boolean {
  const replace = useContext(Replace);
  useEffect(() => {
    replace?.(title);
    return () => replace?.(null);
  }, [replace, title]);
  return replace !== null;
}
