import * as contract from "@/contract/forms";
import type { Serve } from "../http/serve";
import { sendWhitepaper } from "./whitepaper";

/** Registers the endpoints of the public forms. */
export function serveForms(serve: Serve) {
  serve(contract.requestWhitepaper, sendWhitepaper);
}
