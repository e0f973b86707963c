import { type SpawnOptions, spawn } from "node:child_process";
import { mkdir, open, readdir, readFile, realpath, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/**
 * Limits for one run of a conversion program, set for the largest accepted video (100 MB, two minutes). `wall` is the
 * duration in milliseconds, without the time in which the program waits for the CPU.
 */
export const LIMITS = {
  wall: 20 * 60_000,
  cpuSeconds: 600,
  memoryBytes: 2 * 1024 ** 3,
  fileBytes: 200 * 1024 ** 2,
};
export type Limits = typeof LIMITS;
/** Maximum number of pixels of a decoded video picture: slightly more than 8K. */
const PIXELS_MAX = 36_000_000;
/** Maximum duration of a converted video in seconds, one second more than the longest accepted video. */
const SECONDS_MAX = 122;
/** Maximum number of bytes of a conversion program's messages that are kept. */
const MESSAGE_MAX = 2_000;

/** Input format of ffmpeg for each media type that the file check reports. */
const FORMATS: Readonly<Record<string, string>> = {
  "video/mp4": "mov",
  "video/quicktime": "mov",
  "video/3gpp": "mov",
  "video/x-msvideo": "avi",
};

/**
 * ffmpeg filters for the picture: square pixels, at most 1080p in either orientation, even sides, 30 frames per second.
 */
const PICTURE = [
  "scale=w=iw*sar:h=ih",
  "setsar=1",
  "scale=w='if(gt(iw,ih),min(1920,iw),min(1080,iw))':h='if(gt(iw,ih),min(1080,ih),min(1920,ih))':force_original_aspect_ratio=decrease:force_divisible_by=2",
  "fps=30",
  "format=yuv420p",
].join(",");
/** ffmpeg filters for the poster image: the most typical picture of the first five seconds, out of two per second. */
const POSTER = "fps=2,thumbnail=10";

type Result = { ok: true } | { ok: false; reason: string; code?: number | null };
/** The paths of the converted video or PDF, and of a video's poster image. */
type Made = Result & { main: string; poster: string | null };

export const POWERPOINT = "application/vnd.ms-powerpoint";
/** Reports whether files of a type are converted to a PDF (PowerPoint decks) instead of a video. */
export const isDeck = (type: string) => type === POWERPOINT;

/**
 * Converts the file `input` of a folder: a video into a poster image and an MP4 that every browser plays, or a
 * PowerPoint deck into a PDF. Only `type`, the result of the file check, decides how the bytes are read. Writes into
 * the same folder.
 */
export async function convert(folder: string, type: string, limits = LIMITS): Promise<Made> {
  return isDeck(type) ? convertDeck(folder, limits) : convertVideo(folder, type, limits);
}

/** The exit code with which LibreOffice asks for a restart. */
const RESTART = 81;

/**
 * Returns the path of LibreOffice's actual program. The command `soffice` starts this program as another process, which
 * would continue after the time limit has ended `soffice`.
 */
async function findOffice(): Promise<string> {
  const folder = dirname(await realpath(OFFICE));
  // Throws if LibreOffice Impress, which opens presentations, is missing. Some of Debian's LibreOffice packages lack
  // Impress.
  await stat(join(folder, "../share/config/soffice.cfg/simpress"));
  return join(folder, "soffice.bin");
}
const OFFICE = "/usr/bin/soffice";

/** Bytes of address space that LibreOffice needs. LibreOffice reserves more memory than it uses. */
const DECK_MEMORY = 4 * 1024 ** 3;
/**
 * LibreOffice's import filter for `.ppt`. Without this filter, the content of the file could select any other filter of
 * LibreOffice.
 */
const POWERPOINT_FILTER = "MS PowerPoint 97";

/** LibreOffice's settings: no macros, and no content from outside the file. */
const DECK_SETTINGS = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">${[
  "DisableMacrosExecution",
  "DisableActiveContent",
  "BlockUntrustedRefererLinks",
]
  .map(
    (name) =>
      `<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="${name}" oor:op="fuse"><value>true</value></prop></item>`,
  )
  .join("")}</oor:items>`;

async function convertDeck(folder: string, limits: Limits): Promise<Made> {
  const [profile, main] = [join(folder, "profile"), join(folder, "input.pdf")];
  await mkdir(join(profile, "user"), { recursive: true });
  await writeFile(join(profile, "user", "registrymodifications.xcu"), DECK_SETTINGS);
  const office = await findOffice();
  const work = () =>
    runLimited(folder, { ...limits, memoryBytes: DECK_MEMORY }, [
      ...[office, "--headless", "--norestore", "--nologo", "--nolockcheck"],
      ...[`-env:UserInstallation=file://${profile}`, `--infilter=${POWERPOINT_FILTER}`],
      ...["--convert-to", "pdf:impress_pdf_Export", "--outdir", folder, join(folder, "input")],
    ]);
  const first = await work();
  // On its first start, LibreOffice can end after it has created its user profile, with an exit code that asks for a
  // restart. Then the conversion runs again.
  const made = !first.ok && first.code === RESTART ? await work() : first;
  if (!made.ok) return { ...made, main, poster: null };
  // LibreOffice reports success even if it could not read the file, so the output file must exist.
  const isMade = await stat(main).then(
    ({ size }) => size > 0,
    () => false,
  );
  return isMade ? { ok: true, main, poster: null } : { ...NO_PAGES, main, poster: null };
}
const NO_PAGES = { ok: false, reason: "no pages" } as const;

async function convertVideo(folder: string, type: string, limits: Limits): Promise<Made> {
  const [input, main, poster] = ["input", "video.mp4", "poster.jpg"].map((one) =>
    join(folder, one),
  ) as [string, string, string];
  const format = FORMATS[type] ?? (await mpegFormat(input));
  const made = await runFfmpeg(folder, limits, [
    ...reading(format, input),
    ...["-filter_complex", `[0:v:0]${PICTURE},split[main][still];[still]${POSTER}[poster]`],
    ...["-map", "[main]", "-map", "0:a:0?", "-sn", "-dn", "-t", String(SECONDS_MAX)],
    // Removes metadata, which can contain a location and an author.
    ...["-map_metadata", "-1", "-map_chapters", "-1"],
    ...["-fps_mode", "cfr"],
    ...["-c:v", "libx264", "-preset", "veryfast", "-crf", "23", "-profile:v", "high"],
    ...["-c:a", "aac", "-b:a", "128k", "-ac", "2", "-ar", "48000"],
    ...["-movflags", "+faststart", "-threads", "1", "-f", "mp4", `file:${main}`],
    ...["-map", "[poster]", "-frames:v", "1", "-update", "1", "-map_metadata", "-1"],
    ...["-c:v", "mjpeg", "-q:v", "4", "-threads", "1", "-f", "image2", `file:${poster}`],
  ]);
  if (!made.ok) return { ...made, main, poster };
  // ffmpeg reports success even if no frame could be decoded, so the output is checked.
  const isShown = await stat(poster).then(
    ({ size }) => size > 0,
    () => false,
  );
  return isShown ? { ok: true, main, poster } : { ok: false, reason: "no picture", main, poster };
}

/** ffmpeg options for an input file: one format, no network, no other files, one thread. */
const reading = (format: string, path: string) => [
  ...["-protocol_whitelist", "file", "-format_whitelist", format === "mov" ? MOV : format],
  ...["-f", format, "-threads", "1", "-max_pixels", String(PIXELS_MAX), "-i", `file:${path}`],
];
/**
 * All names of ffmpeg's demuxer for ISO media files. ffmpeg compares these names with `-format_whitelist`.
 */
const MOV = "mov,mp4,m4a,3gp,3g2,mj2";

/**
 * Returns ffmpeg's format of an MPEG file. The first bytes decide, because three of ffmpeg's formats have the same
 * media type.
 */
async function mpegFormat(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0);
    if (buffer[0] === 0x47 || buffer[4] === 0x47) return "mpegts";
    return buffer.readUInt32BE(0) === 0x1b3 ? "mpegvideo" : "mpeg";
  } finally {
    await file.close();
  }
}

const runFfmpeg = (cwd: string, limits: Limits, args: string[]): Promise<Result> =>
  runLimited(cwd, limits, [
    ...["ffmpeg", "-nostdin", "-hide_banner", "-loglevel", "error", "-y"],
    ...["-filter_complex_threads", "1", ...args],
  ]);

/** Runs a conversion program without network, at the lowest priority, and with limits. */
const runLimited = async (cwd: string, limits: Limits, command: string[]): Promise<Result> =>
  run(
    [
      ...(await isolation()),
      // `nice`, `setpriv`, and `prlimit` replace their process with the next command, so the time limit has to end only
      // one process. The conversion ends with its parent process, even after kill -9.
      ...["nice", "-n", "19", "setpriv", "--pdeathsig", "KILL", "--no-new-privs"],
      ...["prlimit", `--cpu=${limits.cpuSeconds}`, `--as=${limits.memoryBytes}`],
      ...[`--fsize=${limits.fileBytes}`, "--nofile=256", "--core=0"],
      ...command,
    ],
    { cwd },
    limits.wall,
  );

let isolated: Promise<string[]> | undefined;
/**
 * Returns the command prefix that runs a process without network access. The prefix is empty where the system forbids
 * such a process, as in many containers.
 */
function isolation(): Promise<string[]> {
  const prefix = ["unshare", "--map-current-user", "--net"];
  isolated ??= run([...prefix, "true"], {}, 5_000).then(({ ok }) => (ok ? prefix : []));
  return isolated;
}

/** Reports whether conversions run without network access on this system. */
export const isIsolated = async () => (await isolation()).length > 0;

/** Reports whether this machine has a conversion program and the tools that limit it. */
export async function canConvert(program: "ffmpeg" | "soffice"): Promise<boolean> {
  const programs = ["nice", "-n", "19", "setpriv", "--no-new-privs", "prlimit", "--core=0"];
  const command =
    program === "ffmpeg"
      ? ["ffmpeg", "-version"]
      : [await findOffice().catch(() => ""), "--version"];
  return (await run([...programs, ...command], {}, 20_000)).ok;
}

/** Runs a program without the product's environment variables, so that a malicious file cannot read secrets. */
function run(
  [program = "", ...args]: string[],
  options: SpawnOptions,
  wall: number,
): Promise<Result> {
  const { promise, resolve } = Promise.withResolvers<Result>();
  const env = {
    PATH: "/usr/local/bin:/usr/bin:/bin",
    NODE_ENV: "production" as const,
    // LibreOffice writes into its home folder, so the home folder is the temporary folder.
    ...(options.cwd && { HOME: String(options.cwd) }),
  };
  const child = spawn(program, args, { ...options, env, stdio: ["ignore", "ignore", "pipe"] });
  let messages = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    if (messages.length < MESSAGE_MAX) messages += text;
  });
  child.on("error", (error) => resolve({ ok: false, reason: error.message }));
  child.on("close", (code, signal) => {
    if (code === 0) return resolve({ ok: true });
    resolve({
      ok: false,
      code,
      reason: (messages.trim() || `ended with ${signal ?? code}`).slice(0, MESSAGE_MAX),
    });
  });
  const start = Date.now();
  let timer: NodeJS.Timeout;
  const end = async () => {
    // On a busy machine, the conversion waits for the CPU most of the time. The waiting time does not count toward the
    // time limit.
    const left = start + wall + (await waitedForCpu(child.pid)) - Date.now();
    if (child.exitCode !== null || child.signalCode !== null) return;
    if (left > 0) {
      timer = setTimeout(end, left);
      return;
    }
    resolve({ ok: false, reason: "the conversion took too long" });
    child.kill("SIGKILL");
  };
  timer = setTimeout(end, wall);
  return promise.finally(() => clearTimeout(timer));
}

/** Returns for how many milliseconds a process was ready to run but got no CPU. Returns 0 without Linux's `/proc`. */
async function waitedForCpu(pid: number | undefined): Promise<number> {
  const threads = `/proc/${pid}/task`;
  const waits = (await readdir(threads).catch(() => [])).map(async (thread) => {
    const [, nanoseconds] = (await readFile(`${threads}/${thread}/schedstat`, "utf8")).split(" ");
    return Number(nanoseconds) / 1e6;
  });
  const settled = await Promise.allSettled(waits);
  return settled.reduce((sum, one) => sum + (one.status === "fulfilled" ? one.value : 0), 0);
}
