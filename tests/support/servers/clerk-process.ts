import { readConfig } from "@/backend/config";
import { connect } from "@/backend/db/connect";
import { seedEdition } from "../people/seed-edition";
import { endRounds, seedRound } from "../people/seed-round";
import { sendAgain } from "../people/send-again";
import { wearOff } from "../people/wear-off";
import type { Asked, Told } from "./clerk";
import { commandIn } from "./commands";

/* The process that clerk.ts starts to run commands and create test data. It ends when its parent process ends. */

const SEEDERS = { seedEdition, seedRound, endRounds, sendAgain, wearOff };

async function plant(name: keyof typeof SEEDERS, { args, env }: Asked) {
  const { db, close } = connect(readConfig(env).DATABASE_URL, { max: 1 });
  try {
    const done = await (SEEDERS[name] as (...all: unknown[]) => Promise<unknown>)(db, ...args);
    return { out: JSON.stringify(done ?? null), err: "", code: 0 };
  } finally {
    await close();
  }
}

async function carryOut(asked: Asked): Promise<Omit<Told, "id">> {
  const { name, args, env } = asked;
  if (Object.hasOwn(SEEDERS, name)) return plant(name as keyof typeof SEEDERS, asked);
  return commandIn(env, name, ...args);
}

process.on("message", async (asked: Asked) => {
  const told = await carryOut(asked).catch((error) => ({ out: "", err: String(error), code: 1 }));
  process.send?.({ ...told, id: asked.id } satisfies Told);
});
process.once("disconnect", () => process.exit());
