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

/** Renders a page's h1 and its content. A component in the content can replace the title with `usePageTitle`. */
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
 * Replaces the title in the page's h1 while the calling component is mounted, for example after a completed action.
 *
 * @returns whether the caller is inside a TitledPage; otherwise the caller needs its own heading
 */
export function usePageTitle(title: string): boolean {
  const replace = useContext(Replace);
  useEffect(() => {
    replace?.(title);
    return () => replace?.(null);
  }, [replace, title]);
  return replace !== null;
}
