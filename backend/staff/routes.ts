import * as contract from "@/contract/staff/staff";
import { getToday as getTodayContract } from "@/contract/staff/today";
import type { Serve } from "../http/serve";
import { listActs } from "./list-acts";
import { getToday } from "./today/get-today";

/** Serves what those who run the programme call. */
export function serveStaff(serve: Serve) {
  serve(contract.listActs, listActs);
  serve(getTodayContract, getToday);
}
