"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type Messages, useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import type { z } from "zod";
import type { Confirm, Endpoint } from "@/contract/endpoint";
import type { FieldErrors } from "@/contract/errors";
import { type Plan, planSchema } from "@/contract/staff/plan";
import { call } from "@/lib/api/call";
import { ApiError } from "@/lib/api/error";
import { useProved } from "@/lib/api/proved";
import { isRefusal } from "@/lib/draft/sent";
import { EVERY } from "../frame/use-standstill";

/** An act of the staff with its words: `staff.act.of` has an entry under the endpoint's name. */
export type ActEndpoint = Endpoint & {
  name: keyof Messages["staff"]["act"]["of"];
  confirm: Confirm;
  body: z.ZodType;
  answer: { status: 200; json: typeof planSchema };
};
/** What an act is asked for with: what was decided, and to whom. */
export type Decided = { selection?: object; [name: string]: unknown };
type Given = { reason?: string; typed?: number; anyway?: boolean };
export type ActFailure = {
  code: ApiError["code"];
  fields: FieldErrors;
  /** No answer says that it was refused: it may have been made. */
  unsure: boolean;
  /** What had been agreed to, where it no longer holds. */
  before: Plan | null;
};

/** The words of an act. Their types are those of one act: of the union of all of them the compiler reckons for minutes. */
export function useActWords({ name }: Pick<ActEndpoint, "name">) {
  return useTranslations(`staff.act.of.${name}` as "staff.act.of.extendApplications");
}

/** How many an act was asked for: those it is done to, and those that something stands against. */
export function sizeOf({ count, against }: Pick<Plan, "count" | "against">): number {
  return against.reduce((all, one) => all + one.count, count);
}

/**
 * An act of the staff: what it would come to, counted again whenever something else is decided, and how to make it.
 *
 * @param decided null until the decision is whole: nothing is counted before
 * @param params of the endpoint's path
 * @param gone what there is nothing to read of any more, once it is made
 */
export function useAct(
  endpoint: ActEndpoint,
  decided: Decided | null,
  params: Record<string, string> = {},
  gone?: Pick<Endpoint, "name">,
) {
  const locale = useLocale();
  const client = useQueryClient();
  const proved = useProved();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ActFailure | null>(null);
  const queryKey = [endpoint.name, params, decided];
  const send = (body: object, signal?: AbortSignal): Promise<Plan> =>
    call(endpoint, { locale, params, body, ...(signal ? { signal } : {}) } as never);
  const counted = useQuery({
    queryKey,
    queryFn: ({ signal }) => send(decided ?? {}, signal),
    enabled: decided !== null,
    retry: false,
    // Without a line it says so, and not that it counts; what did not answer may do so again.
    networkMode: "always",
    refetchInterval: ({ state: { error } }) => (error && !isRefusal(error) ? EVERY : false),
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const plan = counted.data;

  /** Makes it as it was shown; null when it was not made, and then `failure` says why. */
  async function make(given: Given): Promise<Plan | null> {
    if (!plan || !decided) return null;
    setBusy(true);
    setFailure(null);
    try {
      const made = await proved(() =>
        send({ ...decided, ...agreedTo(decided, plan), ...given, plan: plan.plan }),
      );
      // Every list of the area may count otherwise now; what this would come to once more is nobody's question.
      const asked = [endpoint.name, ...(made.done && gone ? [gone.name] : [])];
      void client.invalidateQueries({
        predicate: ({ queryKey: [name] }) => !asked.includes(String(name)),
      });
      return made;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const now = planSchema.safeParse(error.current);
      if (now.success) client.setQueryData(queryKey, now.data);
      const before = error.code === "plan_changed" ? plan : null;
      const unsure = !isRefusal(error);
      setFailure({ code: error.code, fields: error.fields, unsure, before });
      if (unsure) void client.invalidateQueries();
      return null;
    } finally {
      setBusy(false);
    }
  }

  return { plan, counted, busy, failure, make, forget: () => setFailure(null) };
}

/** "All that match" is sent with the number of those that were counted, which is what is agreed to. */
function agreedTo({ selection }: Decided, plan: Plan): { selection?: object } {
  if (!selection || !("query" in selection)) return {};
  return { selection: { ...selection, count: sizeOf(plan) } };
}
