"use client";

import type { ComponentType } from "react";
import type { Step } from "@/contract/project-fields";
import { DocumentsStep } from "./documents-step";
import { ChallengeStep, ContactStep, IdeaStep } from "./fields-step";
import { StepFrame } from "./step-frame";
import type { StepProps } from "./step-props";
import { TeamStep } from "./team-step";

const STEP_FORMS: Record<Step, ComponentType<StepProps>> = {
  idea: IdeaStep,
  challenge: ChallengeStep,
  documents: DocumentsStep,
  contact: ContactStep,
  team: TeamStep,
};

/** One step of the application in its frame. */
export function StepPage({ step }: { step: Step }) {
  return <StepFrame key={step} step={step} Form={STEP_FORMS[step]} />;
}
