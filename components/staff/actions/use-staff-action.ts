"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type Messages, useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import type { z } from "zod";
import type { Confirm, Endpoint } from "@/contract/endpoint";
import type { FieldErrors } from "@/contract/errors";
import { type ActionPreview, actionPreviewSchema } from "@/contract/staff/preview";
import { call } from "@/lib/api/call";
import { ApiError } from "@/lib/api/error";
import { useReauthentication } from "@/lib/api/reauthenticated";
import { isRefusal } from "@/lib/draft/sent";
import { EVERY } from "../shell/use-service-status";

/** The endpoint of a staff action. Its texts are the messages `staff.act.of.<endpoint name>`. */
export type ActionEndpoint = Endpoint & {
  name: keyof Messages["staff"]["act"]["of"];
  confirm: Confirm;
  body: z.ZodType;
  answer: { status: 200; json: typeof actionPreviewSchema };
};
/** The request body of a staff action: the input fields, and which items are selected. */
export type ActionInput = { selection?: object; [name: string]: unknown };
type Given = { reason?: string; typed?: number; anyway?: boolean };
export type ActionFailure = {
  code: ApiError["code"];
  fields: FieldErrors;
  /** Whether the result is unknown: no response confirms a rejection, so the action possibly ran. */
  unsure: boolean;
  /** The preview that the user agreed to, if the preview has changed since; otherwise null. */
  before: ActionPreview | null;
};

/**
 * Returns the messages of a staff action. The type is that of one action's messages, because the union of all types
 * takes minutes to compile.
 */
export function useActionMessages({ name }: Pick<ActionEndpoint, "name">) {
  return useTranslations(`staff.act.of.${name}` as "staff.act.of.extendApplications");
}

/** Returns the number of items that the user selected for a staff action, including blocked items. */
export function sizeOf({ count, against }: Pick<ActionPreview, "count" | "against">): number {
  return against.reduce((all, one) => all + one.count, count);
}

/**
 * Manages a staff action: its preview, which is requested again whenever the input changes, and its execution.
 *
 * @param input the request body; null while the form is incomplete, and then no preview is requested
 * @param params the endpoint's path parameters
 * @param gone the query whose data the action deletes; it is not refetched
 */
export function useStaffAction(
  endpoint: ActionEndpoint,
  input: ActionInput | null,
  params: Record<string, string> = {},
  gone?: Pick<Endpoint, "name">,
) {
  const locale = useLocale();
  const client = useQueryClient();
  const proved = useReauthentication();
  const own = useActionMessages(endpoint);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ActionFailure | null>(null);
  const queryKey = [endpoint.name, params, input];
  const send = (body: object, signal?: AbortSignal): Promise<ActionPreview> =>
    call(endpoint, { locale, params, body, ...(signal ? { signal } : {}) } as never);
  const counted = useQuery({
    queryKey,
    queryFn: ({ signal }) => send(input ?? {}, signal),
    enabled: input !== null,
    retry: false,
    // If the browser is offline, the preview fails at once instead of staying in the state "loading". Unless the server
    // rejected the request, a failed preview is requested again at intervals.
    networkMode: "always",
    refetchInterval: ({ state: { error } }) => (error && !isRefusal(error) ? EVERY : false),
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const preview = counted.data;

  /**
   * Executes the action with the previewed effects. Returns null if the preview or the input is missing, or if the
   * request failed. After a failed request, `failure` has the reason.
   */
  async function execute(given: Given): Promise<ActionPreview | null> {
    if (!preview || !input) return null;
    setBusy(true);
    setFailure(null);
    try {
      const made = await proved(
        () => send({ ...input, ...agreedTo(input, preview), ...given, plan: preview.plan }),
        own("verb", { count: preview.count }),
      );
      // An action can change any list of the staff area, so refetch everything except the action's own preview and
      // deleted data.
      const asked = [endpoint.name, ...(made.done && gone ? [gone.name] : [])];
      void client.invalidateQueries({
        predicate: ({ queryKey: [name] }) => !asked.includes(String(name)),
      });
      return made;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const now = actionPreviewSchema.safeParse(error.current);
      if (now.success) client.setQueryData(queryKey, now.data);
      const before = error.code === "plan_changed" ? preview : null;
      const unsure = !isRefusal(error);
      setFailure({ code: error.code, fields: error.fields, unsure, before });
      if (unsure) void client.invalidateQueries();
      return null;
    } finally {
      setBusy(false);
    }
  }

  return { preview, counted, busy, failure, execute, forget: () => setFailure(null) };
}

/**
 * Adds the number of items in the preview to a selection of "all that match", because the user agreed to exactly this
 * number.
 */
function agreedTo({ selection }: ActionInput, preview: ActionPreview): { selection?: object } {
  if (!selection || !("query" in selection)) return {};
  return { selection: { ...selection, count: sizeOf(preview) } };
}
