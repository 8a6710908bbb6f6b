/**
 * The look of the HTML report: light and dark by the system, one column on narrow screens.
 * @module
 */

export const STYLE = `
:root { color-scheme: light dark; --bg: #fff; --fg: #1b1f24; --soft: #57606a; --line: #d0d7de; --box: #f6f8fa;
  --good: #116329; --bad: #b3101f; --warn: #7a4d00; --mark: #fff2a8; --old: #ffe4e4; --new: #dcf5e3; --focus: #0550ae; }
@media (prefers-color-scheme: dark) { :root { --bg: #0d1117; --fg: #e6edf3; --soft: #9aa4af; --line: #30363d;
  --box: #161b22; --good: #56d364; --bad: #ff8a80; --warn: #e3b341; --mark: #5a4a00; --old: #4a1d1f; --new: #123d22;
  --focus: #79c0ff; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 72rem; background: var(--bg); color: var(--fg);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.4rem; margin: 0 0 .5rem; } h2 { font-size: 1.15rem; margin: 1.5rem 0 .25rem; }
h3 { font-size: .9rem; margin: .75rem 0 .25rem; color: var(--soft); }
p { margin: .25rem 0; } .soft { color: var(--soft); font-size: .85rem; }
.bar { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; align-items: center; gap: .5rem;
  padding: .5rem 0;
  background: var(--bg); border-bottom: 1px solid var(--line); }
.bar input, .bar select { font: inherit; color: inherit; background: var(--box); border: 1px solid var(--line);
  border-radius: .3rem; padding: .3rem .5rem; min-width: 0; }
.bar input { flex: 1 1 14rem; }
ul { margin: .25rem 0; padding-left: 1.25rem; }
.step { border: 1px solid var(--line); border-radius: .4rem; margin: .5rem 0; padding: 0 .75rem; }
.step > summary { padding: .5rem 0; cursor: pointer; scroll-margin-top: 6rem; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
.verdict { font-weight: 600; } .good { color: var(--good); } .bad { color: var(--bad); } .warn { color: var(--warn); }
code, pre { font: .85rem/1.45 ui-monospace, monospace; }
pre { margin: .25rem 0; padding: .5rem; background: var(--box); border-radius: .3rem; white-space: pre-wrap;
  overflow-wrap: anywhere; max-height: 30rem; overflow: auto; }
.sides { display: grid; grid-template-columns: 1fr 1fr; gap: .5rem; }
.sides h4 { margin: 0; font-size: .8rem; color: var(--soft); }
.old { background: var(--old); } .new { background: var(--new); } pre .old, pre .new { display: block; }
mark { background: var(--mark); color: inherit; }
.no { display: inline-block; min-width: 2.5rem; padding-right: .5rem; color: var(--soft); user-select: none;
  text-align: right; }
table { border-collapse: collapse; width: 100%; font-size: .85rem; }
td, th { text-align: left; vertical-align: top; padding: .2rem .5rem .2rem 0; border-bottom: 1px solid var(--line); }
[hidden] { display: none !important; }
@media (max-width: 40rem) { body { padding: .5rem; } .sides { grid-template-columns: 1fr; } .step { padding: 0 .5rem; }
  .no { min-width: 1.75rem; } thead { display: none; } td { display: block; padding-right: 0; }
  td:first-child { border-bottom: 0; padding-bottom: 0; } }
@media print { .bar { display: none; } pre { max-height: none; } }
`;
