import type { ReactNode } from "react";
import { AboutLayout } from "@/components/site/about/about-layout";

export default function Layout({ children }: { children: ReactNode }) {
  return <AboutLayout>{children}</AboutLayout>;
}
