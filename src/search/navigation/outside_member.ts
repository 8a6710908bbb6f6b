/**
 * Members that stand outside of their type: methods of Go, `impl` blocks of Rust.
 * @module
 */
import type { Named } from "./entity.ts";
import { folderOf } from "./modules/module_ref.ts";
import type { Program } from "./program.ts";

export async function outsideMember(
  program: Program,
  { file, symbols }: Named,
  name: string,
): Promise<Named | undefined> {
  const { modules } = file.linked.rules;
  if (modules !== "go" && modules !== "rust") return undefined;
  const [first] = symbols;
  if (first === undefined) return undefined;
  const { signature, name: own } = file.symbol(first);
  const separator = modules === "go" ? "." : "::";
  const direct = await program.bySignature(`${signature}${separator}${name}`, modules);
  const near = direct.find((each) => folderOf(each.file.path) === folderOf(file.path)) ??
    direct[0];
  if (near !== undefined || modules === "go") return near;
  // Modules that are files do not show in names, so an `impl` elsewhere has the bare type.
  const [bare] = await program.bySignature(`${own}::${name}`, modules);
  return bare;
}
