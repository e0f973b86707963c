import { ERROR_STATUS } from "@/contract/errors";
import { progress } from "@/contract/progress";
import { type Draft, EMPTY_PROJECT, type ProjectAnswer } from "@/contract/project-schemas";

const AT = "2026-08-20T10:00:00.000Z";

type Report = { status: "partial" | "completed"; progress: number; projectVersion: number };
export type SaveAnswer =
  | { status: 200; report: Report }
  | { status: 412; code: "version_conflict"; current: ProjectAnswer };

/**
 * What the server does with saves of one application, and nothing else: a version that every save
 * raises, fields that merge, and 412 with what is stored for whoever holds another version. That the
 * real server does the same is tested in tests/protocol/save-server.test.ts.
 *
 * @param heedsIfMatch false makes a server that overwrites: a proof has to fail on it
 */
export function saveModel({ heedsIfMatch = true } = {}) {
  let version = 0;
  let fields: Draft = {};

  function read(): ProjectAnswer {
    return {
      project: { ...EMPTY_PROJECT, ...fields },
      projectDeadline: false,
      projectSent: false,
      projectDeadlineAt: "2026-09-30T22:00:00.000Z",
      projectSentAt: null,
      projectVersion: version,
      projectUnsent: false,
      projectSavedAt: version > 0 ? AT : null,
      projectWithdrawnAt: null,
      edition: {
        year: 2026,
        opensAt: "2026-06-30T22:00:00.000Z",
        closesAt: "2026-09-30T22:00:00.000Z",
        afterSending: "editable_until_deadline",
      },
      editions: [],
    };
  }

  function save(given: Draft, ifMatch: number | null): SaveAnswer {
    if (heedsIfMatch && ifMatch !== null && ifMatch !== version) {
      return { status: ERROR_STATUS.version_conflict, code: "version_conflict", current: read() };
    }
    fields = { ...fields, ...given };
    version += 1;
    const percent = progress({ ...EMPTY_PROJECT, ...fields });
    const status = percent === 100 ? "completed" : "partial";
    return { status: 200, report: { status, progress: percent, projectVersion: version } };
  }

  return { read, save };
}
