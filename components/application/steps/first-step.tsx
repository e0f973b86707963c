"use client";

import { useEffect } from "react";
import { firstIncompleteStep } from "@/contract/project/progress";
import { useRouter } from "@/lib/i18n/navigation";
import { useApplication } from "../application-context";
import { Loading } from "../loading";

/**
 * Redirects to the first incomplete step of the application. The step's URL replaces this URL in the browser history.
 */
export function FirstStep() {
  const { answer } = useApplication();
  const router = useRouter();
  const step = firstIncompleteStep(answer.project);

  useEffect(() => {
    router.replace(`/dashboard/project/${step}`);
  }, [router, step]);

  return <Loading />;
}
