import * as contract from "@/contract/forms";
import type { Serve } from "../http/serve";
import { sendWhitepaper } from "./whitepaper";

export function serveForms(serve: Serve) {
  serve(contract.requestWhitepaper, sendWhitepaper);
}
