import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { StepFrame } from "@/components/application/steps/step-frame";
import { STEPS, type Step } from "@/contract/project/project-fields";

type Props = { params: Promise<{ step: string }> };

async function stepOf({ params }: Props): Promise<Step> {
  const { step } = await params;
  return STEPS.find((name) => name === step) ?? notFound();
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const t = await getTranslations("steps");
  return { title: t(`title.${await stepOf(props)}`) };
}

export default async function ProjectStepPage(props: Props) {
  const step = await stepOf(props);
  return <StepFrame key={step} step={step} />;
}
