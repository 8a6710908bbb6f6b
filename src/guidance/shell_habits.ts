/**
 * What people do in a shell to read code, and the tool that does it here. The resource and the guide are made from
 * this one table.
 * @module
 */

export interface ShellHabit {
  readonly shell: string;
  readonly tool: string;
  /** Parameters of the tool that carry what the shell command says. */
  readonly params: readonly string[];
  readonly note?: string;
}

export const SHELL_HABITS: readonly ShellHabit[] = [
  { shell: "rg --files", tool: "list_files", params: ["glob", "path_regex", "language"] },
  {
    shell: "rg -n PATTERN",
    tool: "search_text",
    params: ["query", "pattern_type"],
    note: "pattern_type is literal unless you say regex",
  },
  {
    shell: "rg 'one|two'",
    tool: "search_text",
    params: ["query", "pattern_type"],
    note: "Alternation needs pattern_type regex",
  },
  {
    shell: "rg PATTERN src/",
    tool: "search_text",
    params: ["query", "path_regex"],
    note: "path_regex ^src/ stands for the path argument",
  },
  { shell: "rg -g '*.ts' PATTERN", tool: "search_text", params: ["query", "glob"] },
  { shell: "rg -g '!dist' PATTERN", tool: "search_text", params: ["query", "exclude_glob"] },
  { shell: "rg -l PATTERN", tool: "search_text", params: ["query", "files_with_matches"] },
  {
    shell: "rg -c PATTERN",
    tool: "search_text",
    params: ["query", "count_only"],
    note: "completeness says whether the count is of everything",
  },
  { shell: "rg -w identifier", tool: "search_symbol", params: ["query", "path_class"] },
  { shell: "rg one; rg two; rg three", tool: "search_batch", params: ["probes", "merge"] },
  {
    shell: "who uses this?",
    tool: "impact_bundle",
    params: ["target", "symbol"],
    note: "Exactly one of the two",
  },
  { shell: "cat FILE", tool: "read_file", params: ["path"] },
  { shell: "sed -n '10,40p' FILE", tool: "read_file", params: ["path", "start_line", "end_line"] },
  {
    shell: "rg 'function name'",
    tool: "go_to_definition",
    params: ["symbol", "path", "line", "column"],
  },
  { shell: "rg -w name, read every hit", tool: "find_references", params: ["target", "symbol"] },
  { shell: "rg 'implements Name'", tool: "find_implementations", params: ["target", "symbol"] },
  { shell: "rg 'name\\('", tool: "incoming_calls", params: ["target", "symbol"] },
];

/** What frigg is the first choice for. */
export const DEFAULT_FOR: readonly string[] = [
  "finding text, symbols and files in an adopted repository",
  "following definitions, references, implementations and calls",
  "reading exact lines as evidence",
  "counting, where the answer must say whether it is of everything",
];

/** What a shell remains the right tool for. */
export const FALLBACK_ONLY_FOR: readonly string[] = [
  "running builds, tests and version control",
  "editing files",
  "binary files, and files outside every adopted repository",
  "files that an ignore file or a limit keeps out, which answers name",
];
