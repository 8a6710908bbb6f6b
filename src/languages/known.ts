/**
 * Languages whose files are recognised, but whose symbols are not extracted yet.
 *
 * A language that gets symbols moves to a file of its own.
 * @module
 */
import type { Language } from "./language.ts";

export const knownLanguages: readonly Language[] = [
  {
    id: "kotlin",
    displayName: "Kotlin",
    aliases: ["kotlin", "kt", "kts"],
    extensions: ["kt", "kts"],
    class: "tree_sitter",
  },
  { id: "lua", displayName: "Lua", aliases: ["lua"], extensions: ["lua"], class: "tree_sitter" },
  {
    id: "ruby",
    displayName: "Ruby",
    aliases: ["ruby", "rb"],
    extensions: ["rb", "rake"],
    class: "tree_sitter",
  },
  { id: "c", displayName: "C", aliases: ["c"], extensions: ["c", "h"], class: "tree_sitter" },
  {
    id: "cpp",
    displayName: "C++",
    aliases: ["cpp", "c++"],
    extensions: ["cpp", "cc", "cxx", "hpp", "hh", "hxx"],
    class: "tree_sitter",
  },
  {
    id: "csharp",
    displayName: "C#",
    aliases: ["csharp", "cs", "c#"],
    extensions: ["cs"],
    class: "tree_sitter",
  },
  {
    id: "swift",
    displayName: "Swift",
    aliases: ["swift"],
    extensions: ["swift"],
    class: "tree_sitter",
  },
  {
    id: "dart",
    displayName: "Dart",
    aliases: ["dart"],
    extensions: ["dart"],
    class: "tree_sitter",
  },
  {
    id: "bash",
    displayName: "Bash",
    aliases: ["bash", "sh", "shell"],
    extensions: ["sh", "bash"],
    class: "tree_sitter",
  },
  { id: "css", displayName: "CSS", aliases: ["css"], extensions: ["css"], class: "tree_sitter" },
  {
    id: "markdown",
    displayName: "Markdown",
    aliases: ["markdown", "md"],
    extensions: ["md", "markdown"],
    class: "outline_only",
  },
  {
    id: "json",
    displayName: "JSON",
    aliases: ["json"],
    extensions: ["json"],
    class: "outline_only",
  },
  {
    id: "yaml",
    displayName: "YAML",
    aliases: ["yaml", "yml"],
    extensions: ["yaml", "yml"],
    class: "outline_only",
  },
  {
    id: "toml",
    displayName: "TOML",
    aliases: ["toml"],
    extensions: ["toml"],
    class: "outline_only",
  },
  {
    id: "blade",
    displayName: "Blade",
    aliases: ["blade"],
    extensions: ["blade.php"],
    class: "bounded_scanner",
  },
  {
    id: "roc",
    displayName: "Roc",
    aliases: ["roc"],
    extensions: ["roc"],
    class: "bounded_scanner",
  },
  {
    id: "nim",
    displayName: "Nim",
    aliases: ["nim", "nims"],
    extensions: ["nim", "nims"],
    class: "bounded_scanner",
  },
];
