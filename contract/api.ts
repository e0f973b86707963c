import { contentEndpoints } from "./content/content";
import type { Endpoint } from "./endpoint";
import { discussionEndpoints } from "./evaluation/discussion";
import { evaluationWorkEndpoints } from "./evaluation/evaluation-work";
import { evaluationEndpoints } from "./evaluation/evaluations";
import { feedbackEndpoints } from "./evaluation/feedback";
import { requestWhitepaper } from "./forms";
import { projectEndpoints } from "./project/project";
import { staffEndpoints } from "./staff/staff";
import { invitationEndpoints } from "./users/invitation";
import { ownAccountEndpoints } from "./users/own-account";
import { keyEndpoints } from "./users/passkeys";
import { secondFactorEndpoints } from "./users/second-factor";
import { userEndpoints } from "./users/users";

/** All endpoints of the contract that the embedded back end serves. */
export const endpoints: readonly Endpoint[] = [
  ...userEndpoints,
  ...invitationEndpoints,
  ...keyEndpoints,
  ...secondFactorEndpoints,
  ...ownAccountEndpoints,
  ...projectEndpoints,
  ...discussionEndpoints,
  ...evaluationWorkEndpoints,
  ...evaluationEndpoints,
  ...feedbackEndpoints,
  ...contentEndpoints,
  requestWhitepaper,
  ...staffEndpoints,
];
