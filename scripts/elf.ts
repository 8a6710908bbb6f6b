/**
 * Cutting the runtime out of an executable that `deno compile` made.
 *
 * Such a file is Deno's base runtime, an ordinary ELF file, with the program appended behind it.
 * The base ends where its section header table ends, which linkers put last.
 * @module
 */

const MAGIC = [0x7f, 0x45, 0x4c, 0x46];
const HEADER_BYTES = 64;
const CLASS_64 = 2;
const LITTLE_ENDIAN = 1;

/**
 * Finds the number of bytes of the ELF file at the start of `file`.
 *
 * @throws {Error} if it is not a 64-bit little-endian ELF file, or is cut short
 */
export function elfBytes(file: Uint8Array): number {
  const known = file.length >= HEADER_BYTES && MAGIC.every((byte, i) => file[i] === byte) &&
    file[4] === CLASS_64 && file[5] === LITTLE_ENDIAN;
  if (!known) throw new Error("Cannot cut the file: it is not a 64-bit little-endian ELF file");
  const header = new DataView(file.buffer, file.byteOffset, HEADER_BYTES);
  const tableStart = Number(header.getBigUint64(0x28, true));
  const entryBytes = header.getUint16(0x3a, true);
  const entries = header.getUint16(0x3c, true);
  const end = tableStart + entryBytes * entries;
  if (end > file.length || tableStart < HEADER_BYTES) {
    throw new Error("Cannot cut the file: its section header table lies outside of it");
  }
  return end;
}
