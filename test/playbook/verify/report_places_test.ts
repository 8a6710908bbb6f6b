import assert from "node:assert/strict";
import {
  reportReferences,
  sentencesWithoutEvidence,
} from "../../../src/playbook/verify/report_places.ts";
import { relocatedText } from "../../../src/playbook/verify/relocate.ts";
import { cited, span } from "../formats/payload.ts";

const CASES = [
  { name: "a line", text: "See src/a.ts:10.", want: ["src/a.ts 10-10"] },
  { name: "lines", text: "(src/a.ts:10-20)", want: ["src/a.ts 10-20"] },
  { name: "a fragment", text: "src/a.ts#L10-L20 a#b", want: ["src/a.ts 10-20"] },
  { name: "an alias", text: "repo-002:src/a.ts#L3", want: ["repo-002 src/a.ts 3-3"] },
  { name: "an escaped path", text: "src/\\_a\\_.ts:3", want: ["src/_a_.ts 3-3"] },
  {
    name: "a footnote",
    text: "[^cit-002]: src/a.ts:3; sha256 0123456789ab; step",
    want: ["src/a.ts 3-3 0123456789ab cit-002"],
  },
  { name: "marks", text: "So it is [cit-001]. So [^cit-012].", want: ["cit-001", "cit-012"] },
  {
    name: "no address, time, ratio or number",
    text: "https://example.org/a.ts:80 at 12:30, 3:1, step:4, 1.2:3",
    want: [],
  },
  { name: "no fenced code", text: "```\nsrc/a.ts:1\n```\nsrc/b.ts:2", want: ["src/b.ts 2-2"] },
  { name: "no line 0 and no lines backwards", text: "a.ts:0 b.ts:9-3", want: [] },
];

Deno.test("reportReferences()", async (t) => {
  for (const { name, text, want } of CASES) {
    await t.step(name, () => {
      const found = reportReferences(text).map((one) =>
        one.kind === "mark" ? one.citation_id : [
          one.repository,
          one.path,
          `${one.start_line}-${one.end_line}`,
          one.sha256,
          one.footnote,
        ]
          .filter((part) => part !== undefined).join(" ")
      );
      assert.deepEqual(found, want);
    });
  }
});

Deno.test("sentencesWithoutEvidence() lists what cites nothing", () => {
  const report = "# Title\n\nOne is proved. [^cit-001]\nTwo is in src/a.ts:3. Three is not.\n" +
    "Four is [cit-002].\n\n[^cit-001]: src/a.ts:3\n";
  assert.deepEqual(sentencesWithoutEvidence(report, reportReferences(report)), ["Three is not."]);
});

Deno.test("relocatedText() moves places inside what moved, in the form they have", () => {
  const from = cited(1, { path: "a.ts", text: "x\n1\n2\n3\n", span: span([2, 1], [4, 2]) });
  const to = cited(1, { path: "b.ts", text: "1\n2\n3\n", span: span([1, 1], [3, 2]) });
  const moved = [{ from, to }];
  const old = from.content.sha256.slice(0, 12);
  const now = to.content.sha256.slice(0, 12);
  assert.equal(
    relocatedText(
      `a.ts:2-4, repo-001:a.ts:3, a.ts#L3-L4; a.ts:1-4 xa.ts:2 repo-002:a.ts:2\na.ts:2; sha256 ${old}`,
      moved,
    ),
    `b.ts:1-3, repo-001:b.ts:2, b.ts#L2-L3; a.ts:1-4 xa.ts:2 repo-002:a.ts:2\nb.ts:1; sha256 ${now}`,
  );
});
