import { contentEndpoints } from "./content";
import type { Endpoint } from "./endpoint";
import { evaluationWorkEndpoints } from "./evaluation-work";
import { evaluationEndpoints } from "./evaluations";
import { requestWhitepaper } from "./forms";
import { projectEndpoints } from "./project";
import { userEndpoints } from "./users";

/** Every endpoint of the contract that the embedded back end serves. */
export const endpoints: readonly Endpoint[] = [
  ...userEndpoints,
  ...projectEndpoints,
  ...evaluationWorkEndpoints,
  ...evaluationEndpoints,
  ...contentEndpoints,
  requestWhitepaper,
];
