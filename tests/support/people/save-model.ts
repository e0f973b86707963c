import { ERROR_STATUS } from "@/contract/errors";
import { progress } from "@/contract/project/progress";
import { type Draft, EMPTY_PROJECT, type ProjectAnswer } from "@/contract/project/project-schemas";
import { answerOf } from "./answer";

const AT = "2026-08-20T10:00:00.000Z";

type Report = { status: "partial" | "completed"; progress: number; projectVersion: number };
type SaveAnswer =
  | { status: 200; report: Report }
  | { status: 412; code: "version_conflict"; current: ProjectAnswer };

/**
 * A model of the server for saves of one form: each save raises the version, fields merge, and another version is refused.
 * tests/protocol/save-server.test.ts compares the model with the real server.
 *
 * @param heedsIfMatch false makes a server that overwrites, on which the protocol test must fail
 */
export function formModel<V extends object>(empty: V, { heedsIfMatch = true } = {}) {
  let stored = { version: 0, values: empty };
  return {
    read: () => stored,
    /** Returns false if the save is refused. */
    save(given: Partial<V>, ifMatch: number | null): boolean {
      if (heedsIfMatch && ifMatch !== null && ifMatch !== stored.version) return false;
      stored = { version: stored.version + 1, values: { ...stored.values, ...given } };
      return true;
    },
  };
}

/** Creates the model with the API's answers for an application. */
export function saveModel() {
  const model = formModel<ProjectAnswer["project"]>(EMPTY_PROJECT);

  function read(): ProjectAnswer {
    const { version, values } = model.read();
    return answerOf({
      project: values,
      projectVersion: version,
      projectSavedAt: version > 0 ? AT : null,
    });
  }

  function save(given: Draft, ifMatch: number | null): SaveAnswer {
    if (!model.save(given, ifMatch))
      return { status: ERROR_STATUS.version_conflict, code: "version_conflict", current: read() };
    const { version, values } = model.read();
    const percent = progress(values);
    const status = percent === 100 ? "completed" : "partial";
    return { status: 200, report: { status, progress: percent, projectVersion: version } };
  }

  return { read, save };
}
