/**
 * A repository whose commits hold what makes a checkout differ from a naive reading of git's trees.
 * @module
 */
import * as fs from "node:fs";
import { Sandbox } from "../platform/git/git_fixture.ts";

/** Bytes that are no text. */
const BINARY = Uint8Array.of(0x89, 0x50, 0, 1, 2, 0xff);

/** One commit more than the last: renames, modes, links, ignored files that are tracked, a submodule and odd names. */
const STEPS: readonly ((sandbox: Sandbox) => void)[] = [
  (sandbox) => {
    sandbox.write(
      "r/src/parse.ts",
      "/** Reads. */\nexport function parse(text: string): string[] {\n",
    );
    append(sandbox, "r/src/parse.ts", '  return text.split(" ");\n}\n');
    sandbox.write("r/src/use.ts", USE);
    sandbox.write("r/src/shape.go", GO);
    sandbox.write("r/README.md", "# Words\n\nHow text is parsed: see `parse`.\n");
    sandbox.write("r/empty.txt", "");
    sandbox.write("r/no_end.txt", "parse without a line end");
    sandbox.write("r/pixel.png", BINARY);
    sandbox.write("r/mixed.txt", "parse one\r\nparse two\nparse three\r");
    sandbox.write("r/latin1.txt", Uint8Array.of(0x70, 0x61, 0x72, 0x73, 0x65, 0x20, 0xe9, 0x0a));
    sandbox.write("r/.hidden/note.txt", "parse in the dark\n");
  },
  (sandbox) => {
    sandbox.git("r", "mv", "src/parse.ts", "src/words.ts");
    sandbox.write("r/src/use.ts", USE.replace("./parse.ts", "./words.ts"));
    fs.chmodSync(sandbox.at("r/src/use.ts"), 0o755);
    sandbox.write("r/straße/übung.ts", "export function übung(): void {}\n// parse\n");
    sandbox.write("r/a b/c[1].txt", "parse with a blank\n");
  },
  (sandbox) => {
    for (const [name, target] of Object.entries(LINKS)) {
      fs.symlinkSync(target, sandbox.at("r", name));
    }
    sandbox.write("r/generated/out.ts", "export function parse(): void {}\n");
    sandbox.git("r", "add", "-f", "generated/out.ts");
    sandbox.write("r/.gitignore", "generated/\n*.log\n");
    sandbox.write("r/src/.ignore", "shape.go\n");
    sandbox.write("r/kept.log", "parse a log\n");
    sandbox.git("r", "add", "-f", "kept.log");
  },
  (sandbox) => {
    sandbox.git("", "init", "-q", "other");
    sandbox.write("other/inner.ts", "export function parse(): void {}\n");
    sandbox.commit("other", "inner");
    sandbox.git("r", "submodule", "--quiet", "add", "../other", "lib");
    fs.rmSync(sandbox.at("r/src/.ignore"));
    fs.rmSync(sandbox.at("r/empty.txt"));
  },
  (sandbox) => {
    fs.rmSync(sandbox.at("r/.gitignore"));
    fs.unlinkSync(sandbox.at("r/loop"));
    sandbox.write("r/loop", "parse: a file where a link was\n");
    sandbox.write("r/.frigg/CURRENT", "somebody committed an index: parse\n");
    sandbox.write("r/target/out.txt", "parse what was built\n");
    sandbox.git("r", "add", "-f", ".frigg/CURRENT", "target/out.txt");
  },
];

const USE = `import { parse } from "./parse.ts";

export class Reader {
  read(): string[] {
    return parse("a b");
  }
}
`;
const GO = `package shape

type Shape interface {
	Area() float64
}

type Square struct{ side float64 }

func (s Square) Area() float64 { return s.side * s.side }
`;
const LINKS = {
  "to_file": "src/words.ts",
  "to_folder": "src",
  "to_hidden": ".hidden/../README.md",
  "src/up": "../README.md",
  "outside": "../other",
  "nowhere": "none.txt",
  "loop": "loop",
};

/** Ids of the commits in the repository `r` of a sandbox, oldest first. */
export function trickyHistory(sandbox: Sandbox): readonly string[] {
  sandbox.git("", "init", "-q", "r");
  return STEPS.map((step, n) => {
    step(sandbox);
    return sandbox.commit("r", `step ${n}`, n);
  });
}

function append(sandbox: Sandbox, file: string, text: string): void {
  fs.appendFileSync(sandbox.at(file), text);
}
