import * as contract from "@/contract/staff/staff";
import type { Serve } from "../http/serve";
import { listActs } from "./list-acts";

/** Serves what those who run the programme call. */
export function serveStaff(serve: Serve) {
  serve(contract.listActs, listActs);
}
