import { crc32, deflateRawSync } from "node:zlib";

export type ZipEntry = {
  name: string;
  content?: Buffer | string;
  /** The Unix mode of the zip entry. 0o120777 makes a symbolic link. */
  mode?: number;
  encrypted?: boolean | "strongly";
  /** True if the zip entry uses the data of the previous entry, as in overlapping zip bombs. */
  sameAsBefore?: boolean;
  /** A wrong size that the header of the zip entry claims. */
  claims?: number;
  /** The name in the zip entry's local header, if it differs from the name in the zip's directory. */
  localName?: string;
  /** The compression method that the zip entry's header names. The usual method is 8. */
  method?: number;
};

/**
 * Returns a zip written byte by byte, so that it can contain invalid parts.
 *
 * @param count the number of entries that the end of the directory claims; by default the real number
 */
export function zip(entries: ZipEntry[], { count = entries.length, comment = "" } = {}): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  let before = { at: 0, crc: 0, size: 0, packed: 0 };
  for (const entry of entries) {
    const { name, content = "testo", mode = 0o100644, encrypted, sameAsBefore } = entry;
    const named = Buffer.from(name, "utf8");
    const local = Buffer.from(entry.localName ?? name, "utf8");
    const flags = 0x0800 | (encrypted ? 1 : 0);
    if (!sameAsBefore) {
      const bytes = Buffer.from(content as string);
      const packed = deflateRawSync(bytes);
      before = { at: offset, crc: crc32(bytes), size: bytes.length, packed: packed.length };
      if (entry.claims !== undefined) before.size = entry.claims;
      const head = header(0x04034b50, flags, before, local.length);
      locals.push(Buffer.concat([head, local, packed]));
      offset += head.length + local.length + packed.length;
    }
    const directory = header(0x02014b50, flags, before, named.length);
    if (entry.encrypted === "strongly") directory.writeUInt16LE(flags | 0x40, 8);
    if (entry.method !== undefined) directory.writeUInt16LE(entry.method, 10);
    directory.writeUInt32LE((mode << 16) >>> 0, 38);
    directory.writeUInt32LE(before.at, 42);
    central.push(directory, named);
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...locals, directory, end, Buffer.from(comment, "latin1")]);
}

type Data = { crc: number; size: number; packed: number };

/**
 * Returns the header of a zip entry: the local header (30 bytes), or the directory's header (46 bytes), depending on
 * the signature.
 */
function header(signature: number, flags: number, { crc, size, packed }: Data, nameLength: number) {
  const isCentral = signature === 0x02014b50;
  const bytes = Buffer.alloc(isCentral ? 46 : 30);
  bytes.writeUInt32LE(signature, 0);
  // Set "made by Unix", because zip readers use the mode bits only with this value.
  if (isCentral) bytes.writeUInt16LE(0x0314, 4);
  const at = isCentral ? 6 : 4;
  bytes.writeUInt16LE(20, at);
  bytes.writeUInt16LE(flags, at + 2);
  bytes.writeUInt16LE(8, at + 4);
  bytes.writeUInt32LE(0x21 << 16, at + 6);
  bytes.writeUInt32LE(crc, at + 10);
  bytes.writeUInt32LE(packed, at + 14);
  bytes.writeUInt32LE(size, at + 18);
  bytes.writeUInt16LE(nameLength, at + 22);
  return bytes;
}
