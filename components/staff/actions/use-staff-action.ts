"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type Messages, useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import type { z } from "zod";
import type { Confirm, Endpoint } from "@/contract/endpoint";
import type { FieldErrors } from "@/contract/errors";
import { type Plan, planSchema } from "@/contract/staff/preview";
import { call } from "@/lib/api/call";
import { ApiError } from "@/lib/api/error";
import { useProved } from "@/lib/api/reauthenticated";
import { isRefusal } from "@/lib/draft/sent";
import { EVERY } from "../shell/use-service-status";

/** The endpoint of a staff action. `staff.act.of` has messages under the endpoint's name. */
export type ActEndpoint = Endpoint & {
  name: keyof Messages["staff"]["act"]["of"];
  confirm: Confirm;
  body: z.ZodType;
  answer: { status: 200; json: typeof planSchema };
};
/** The request body of an action: its input and its selection. */
export type Decided = { selection?: object; [name: string]: unknown };
type Given = { reason?: string; typed?: number; anyway?: boolean };
export type ActFailure = {
  code: ApiError["code"];
  fields: FieldErrors;
  /** True if no response confirms the rejection, so the action may have run. */
  unsure: boolean;
  /** The preview that the user agreed to, if it has changed since; otherwise null. */
  before: Plan | null;
};

/** Returns the messages of an action. Typed as one action's messages, because the union of all takes minutes to compile. */
export function useActWords({ name }: Pick<ActEndpoint, "name">) {
  return useTranslations(`staff.act.of.${name}` as "staff.act.of.extendApplications");
}

/** Returns the number of items that the action was requested for, blocked items included. */
export function sizeOf({ count, against }: Pick<Plan, "count" | "against">): number {
  return against.reduce((all, one) => all + one.count, count);
}

/**
 * Manages a staff action: its preview, which is requested again whenever the input changes, and its execution.
 *
 * @param decided the request body; null while the form is incomplete, without a preview
 * @param params the endpoint's path parameters
 * @param gone the query whose data the action deletes; it is not refetched
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
    // Offline, the query fails immediately instead of staying "loading". An unanswered request is retried.
    networkMode: "always",
    refetchInterval: ({ state: { error } }) => (error && !isRefusal(error) ? EVERY : false),
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const plan = counted.data;

  /** Executes the action as previewed. Returns null if it did not run; `failure` then has the reason. */
  async function make(given: Given): Promise<Plan | null> {
    if (!plan || !decided) return null;
    setBusy(true);
    setFailure(null);
    try {
      const made = await proved(() =>
        send({ ...decided, ...agreedTo(decided, plan), ...given, plan: plan.plan }),
      );
      // The action can change any list of the staff area, so refetch everything except its own preview and deleted data.
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

/** Adds the previewed count to a selection of "all that match", because the user agreed to that count. */
function agreedTo({ selection }: Decided, plan: Plan): { selection?: object } {
  if (!selection || !("query" in selection)) return {};
  return { selection: { ...selection, count: sizeOf(plan) } };
}
