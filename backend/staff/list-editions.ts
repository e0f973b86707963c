import type { listStaffEditions as contract } from "@/contract/staff/editions";
import { findCurrentEdition, listEditions } from "../editions/edition";
import type { Call } from "../http/serve";

export async function listStaffEditions({ db, arrivedAt }: Call<typeof contract>) {
  const [editions, current] = await Promise.all([
    listEditions(db),
    findCurrentEdition(db, arrivedAt),
  ]);
  return {
    editions: editions.map(({ id, year }) => ({ year, current: id === current?.id })),
  };
}
