import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { StepPage } from "@/components/application/step-page";
import { STEPS, type Step } from "@/contract/project-fields";
import { config } from "@/lib/config";

type Props = { params: Promise<{ step: string }> };

async function stepOf({ params }: Props): Promise<Step> {
  const { step } = await params;
  return STEPS.find((name) => name === step) ?? notFound();
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const t = await getTranslations("steps");
  return { title: `${t(`title.${await stepOf(props)}`)} · ${config.programmeName}` };
}

export default async function ProjectStepPage(props: Props) {
  return <StepPage step={await stepOf(props)} />;
}
