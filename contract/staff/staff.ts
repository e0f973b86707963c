import { agreementEndpoints } from "./agreement";
import { applicationEndpoints } from "./application";
import { applicationsEndpoints } from "./applications";
import { assignmentEndpoints } from "./assignment";
import { auditLogEndpoints } from "./audit-log";
import { staffDiscussionEndpoints } from "./discussion";
import { editionEndpoints } from "./editions";
import { evaluatorEndpoints } from "./evaluators";
import { getExportColumns } from "./exports";
import { staffFeedbackEndpoints } from "./feedback";
import { figureEndpoints } from "./figures";
import { letterTextEndpoints } from "./letter-texts";
import { letterEndpoints } from "./letters";
import { listMailings } from "./mailings";
import { mailEndpoints } from "./mails";
import { matrixEndpoints } from "./matrix";
import { staffNoticeEndpoints } from "./notices";
import { ownerEndpoints } from "./owners";
import { withdrawProposedAct } from "./pending-approvals";
import { peopleEndpoints } from "./people";
import { requestEndpoints } from "./requests";
import { roundEndpoints } from "./rounds";
import { savedListEndpoints } from "./saved-lists";
import { seeAsEndpoints } from "./see-as";
import { selectionEndpoints } from "./selection";
import { tagEndpoints } from "./tags";
import { teamEndpoints } from "./team";
import { todayEndpoints } from "./today";
import { whitepaperEndpoints } from "./whitepaper";

/** Endpoints for staff, all below wp/v2/staff/. Callers without a staff role receive 404. */
export const staffEndpoints = [
  ...auditLogEndpoints,
  ...todayEndpoints,
  ...applicationsEndpoints,
  ...evaluatorEndpoints,
  ...assignmentEndpoints,
  ...matrixEndpoints,
  ...editionEndpoints,
  ...roundEndpoints,
  ...applicationEndpoints,
  ...peopleEndpoints,
  ...letterEndpoints,
  ...letterTextEndpoints,
  ...mailEndpoints,
  listMailings,
  ...teamEndpoints,
  ...requestEndpoints,
  ...whitepaperEndpoints,
  ...savedListEndpoints,
  ...staffNoticeEndpoints,
  ...tagEndpoints,
  ...ownerEndpoints,
  ...seeAsEndpoints,
  ...selectionEndpoints,
  ...staffFeedbackEndpoints,
  ...agreementEndpoints,
  ...staffDiscussionEndpoints,
  getExportColumns,
  ...figureEndpoints,
  withdrawProposedAct,
];
