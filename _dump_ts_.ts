import { Parser, Language } from "web-tree-sitter";
const rd=(m:string)=>Deno.readFileSync(new URL(import.meta.resolve(m)));
await Parser.init({wasmBinary: rd("web-tree-sitter/web-tree-sitter.wasm")});
const [lang,file]=Deno.args;
const l=await Language.load(rd(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${lang}.wasm`));
const p=new Parser(); p.setLanguage(l);
const t=p.parse(Deno.readTextFileSync(file))!;
function show(n:any,d:number,f:string|null){ if(!n.isNamed && !/^(default|global|async|const|let|abstract)$/.test(n.type)) return; const tx=n.text.replaceAll("\n","⏎"); console.log("  ".repeat(d)+(f?f+": ":"")+n.type+(n.childCount===0||tx.length<40?"  «"+tx.slice(0,50)+"»":""));
 for(let i=0;i<n.childCount;i++) show(n.child(i),d+1,n.fieldNameForChild(i)); }
show(t.rootNode,0,null);
